import type { ChannelProblem } from "@kakehashi/contract/channel-states";
import * as deliveries from "./delivery-store.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { createWorkLoop } from "./drain.ts";
import { toStoredChannelError } from "./page-error.ts";
import { createPageRateLimits } from "./page-rates.ts";
import * as pages from "./page-store.ts";
import * as people from "./person-store.ts";
import { PlatformError, type SendResult } from "./platforms/platform.ts";
import * as store from "./send-store.ts";
import type { PageTokenProvider, PageWithTokens } from "./tokens.ts";
import { computeMessagingWindow } from "./windows.ts";

/** How many API calls run at the same time. API calls for one person run one after the other. */
const workerCount = 4;
/** Maximum number of tries of an API call, if the platform asks us to retry it later. */
const maximumTries = 10;
/** The longest time between two tries of an API call. */
const maximumRetryMs = 5 * 60_000;
/**
 * Milliseconds added to the time at which the sender wakes for a retry. So the retry is certainly due when the sender
 * looks for it.
 */
const wakeMarginMs = 50;
/** If the platform could not be reached to renew a token, milliseconds to wait before the next attempt. */
const tokenRenewalRetryMs = 30_000;

interface PlatformSendingDependencies extends Pick<ChannelDependencies, "db" | "platforms" | "log"> {
  readonly tokens: PageTokenProvider;
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
  announcePagesChange(botId: string): Promise<void>;
}

/** Creates the result for an API call that we did not make. */
const createRefusedResult = (code: ChannelProblem["code"], detail: string): SendResult => ({
  ok: false,
  code,
  detail,
  retryAfterMs: null,
  mayHaveArrived: false,
});

/** Errors that concern the whole page of a platform, and not only one message or person. */
const pageErrorCodes: ReadonlySet<string> = new Set(["TOKEN", "QUOTA", "RATE", "UNREACHABLE"]);

/**
 * Makes the stored API calls that send messages: in order for each person, and within the platform's rate limit for
 * each page. Each call is marked as SENDING before it is made, so two workers never make the same call.
 */
export function createSending({
  db,
  platforms,
  log,
  tokens,
  announceTalkChange,
  announcePagesChange,
}: PlatformSendingDependencies) {
  const pageRateLimits = createPageRateLimits();

  async function announceDeliveryChange(person: people.PersonRow | undefined): Promise<void> {
    if (person?.conversation_id) await announceTalkChange(person.bot_id, person.conversation_id);
  }

  async function storeCallFailure(platformCall: store.PlatformCallRow, error: ChannelProblem): Promise<void> {
    await db.transaction().execute(async (tx) => {
      if (!(await store.markPlatformCallFailed(tx, platformCall, error))) return;
      if (platformCall.message_id)
        await deliveries.setDeliveryState(tx, platformCall.message_id, "FAILED", error);
    });
  }

  async function storeCallSuccess(platformCall: store.PlatformCallRow, externalId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await store.markPlatformCallSent(tx, platformCall.id, externalId);
      if (platformCall.message_id) await deliveries.markSentIfAllAccepted(tx, platformCall.message_id);
    });
  }

  /** Puts an API call to a platform back into the queue, to be tried again later. */
  async function requeueForLater(
    { id }: store.PlatformCallRow,
    retryOptions: Parameters<typeof store.requeuePlatformCall>[2],
  ): Promise<void> {
    await store.requeuePlatformCall(db, id, retryOptions);
    if (retryOptions.afterMs > 0) setTimeout(workLoop.wake, retryOptions.afterMs + wakeMarginMs).unref();
  }

  /**
   * Makes an API call to the platform. If the platform would certainly refuse the call, returns a failure without
   * making it.
   */
  async function callPlatform(
    platformCall: store.PlatformCallRow,
    person: people.PersonRow,
    pageAccess: PageWithTokens,
  ): Promise<SendResult> {
    const platform = platforms.get(person.platform);
    if (!platform) return createRefusedResult("REFUSED", "The platform is not set up.");
    if (person.is_blocked) return createRefusedResult("REFUSED", "The person is blocked.");
    if (!person.is_following) return createRefusedResult("NOT_FOLLOWING", "The person has left.");
    const messagingWindow = computeMessagingWindow(platform, person);
    if (messagingWindow.people_until === null)
      return createRefusedResult("WINDOW", "The time to answer is over.");
    const speaker = platformCall.message_id === null ? "bot" : "person";
    const isWithinBotWindow = messagingWindow.all_until !== null;
    pageRateLimits.countCall(platformCall.page_id, platform.messagesPerSecond);
    const result = await platform.send(
      { externalId: pageAccess.page.external_id, tokens: pageAccess.tokens },
      person.external_id,
      platformCall.payload,
      { speaker, isWithinBotWindow },
    );
    // If a bot's message is too late by our own clock, the refusal is ours and the platform was not called. The time
    // limit is already stored, so there is nothing to correct.
    const isWindowOverLocally = speaker === "bot" && !isWithinBotWindow;
    if (result.ok || result.code !== "WINDOW" || isWindowOverLocally) return result;
    // By our clock the message was in time, but the platform refused it as too late. Store that bots, or bots and
    // people, may not write to this person now.
    const isClosedToBotsOnly = isWithinBotWindow && platform.windows.personMs > platform.windows.botMs;
    await people.closeReplyWindow(db, person, isClosedToBotsOnly);
    return isClosedToBotsOnly && speaker === "person" ? { ...result, retryAfterMs: 0 } : result;
  }

  /**
   * Called when the platform cannot be reached to renew the page's token. The API call is put back into the queue, and
   * the page shows the error.
   */
  async function waitForRenewal(platformCall: store.PlatformCallRow, failure: unknown): Promise<void> {
    if (!(failure instanceof PlatformError)) throw failure;
    const error = toStoredChannelError(failure.code, failure.message);
    await requeueForLater(platformCall, { afterMs: tokenRenewalRetryMs, keepsTryCount: true, error });
    const page = await pages.findPage(db, platformCall.page_id);
    if (page && (await pages.updatePageError(db, page.id, error))) await announcePagesChange(page.bot_id);
  }

  /**
   * Renews a token that the platform has refused. The API call is then made again, or waits until somebody connects the
   * page again.
   */
  async function renewTokensAndRequeue(
    platformCall: store.PlatformCallRow,
    access: PageWithTokens,
    detail: string,
  ): Promise<void> {
    const error = toStoredChannelError("TOKEN", detail);
    const { id, token_number } = access.page;
    try {
      const renewedAccess = await tokens.renew(id, token_number, error);
      await requeueForLater(platformCall, {
        afterMs: 0,
        keepsTryCount: true,
        error: renewedAccess ? null : error,
      });
    } catch (failure) {
      await waitForRenewal(platformCall, failure);
    }
  }

  async function storeCallResult(
    platformCall: store.PlatformCallRow,
    access: PageWithTokens,
    result: SendResult,
  ): Promise<void> {
    const { page } = access;
    if (result.ok) {
      await storeCallSuccess(platformCall, result.messageId);
      if (await pages.updatePageError(db, page.id, null)) await announcePagesChange(page.bot_id);
      return;
    }
    const error = toStoredChannelError(result.code, result.detail);
    if (result.code === "TOKEN") return renewTokensAndRequeue(platformCall, access, result.detail);
    if (pageErrorCodes.has(result.code) && (await pages.updatePageError(db, page.id, error)))
      await announcePagesChange(page.bot_id);
    if (result.mayHaveArrived)
      return storeCallFailure(platformCall, toStoredChannelError("LOST", result.detail));
    if (result.retryAfterMs === null || platformCall.tries >= maximumTries)
      return storeCallFailure(platformCall, error);
    const afterMs = Math.min(result.retryAfterMs * 2 ** (platformCall.tries - 1), maximumRetryMs);
    if (result.code === "RATE") pageRateLimits.pause(page.id, afterMs);
    await requeueForLater(platformCall, { afterMs, keepsTryCount: false, error });
  }

  /**
   * Marks API calls of processes that have died as failed, so that the next messages to the same people are sent.
   * Returns whether there were any.
   */
  async function markAbandonedCallsFailed(): Promise<boolean> {
    const abandonedCalls = await store.listAbandonedPlatformCalls(db);
    for (const abandonedCall of abandonedCalls) {
      await storeCallFailure(
        abandonedCall,
        toStoredChannelError("LOST", "The server ended before the answer came."),
      );
      await announceDeliveryChange(await people.findPerson(db, abandonedCall.person_id));
    }
    return abandonedCalls.length > 0;
  }

  /**
   * Makes the next waiting API call to a platform. If none may be made now, marks abandoned calls as failed. Returns
   * false if there was nothing to do.
   */
  async function sendNextCall(): Promise<boolean> {
    const platformCall = await store.claimNextPlatformCall(db, pageRateLimits.busyPages());
    if (!platformCall) {
      pageRateLimits.onFree(workLoop.wake);
      return markAbandonedCallsFailed();
    }
    const person = await people.findPerson(db, platformCall.person_id);
    try {
      const access = await tokens.of(platformCall.page_id);
      if (!person || !access) {
        await requeueForLater(platformCall, {
          afterMs: tokenRenewalRetryMs,
          keepsTryCount: true,
          error: null,
        });
        return true;
      }
      await storeCallResult(platformCall, access, await callPlatform(platformCall, person, access));
    } catch (error) {
      log.error(
        { err: error, page_id: platformCall.page_id, send_id: platformCall.id },
        "A message could not be sent.",
      );
      // If the tokens could not be renewed, nothing was sent, and the API call goes back into the queue. After any
      // other error the message may have been sent. So the call keeps the state SENDING, and a later check for
      // abandoned calls finds it.
      if (error instanceof PlatformError) await waitForRenewal(platformCall, error);
    }
    await announceDeliveryChange(person);
    return true;
  }

  const workLoop = createWorkLoop(sendNextCall, { workerCount, log });

  return workLoop;
}
