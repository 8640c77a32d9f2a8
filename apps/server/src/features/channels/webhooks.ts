import type { IncomingHttpHeaders } from "node:http";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { AppError } from "../../kit/errors.ts";
import { createBatchRunner } from "../../kit/grouped.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { insertEvents } from "./event-store.ts";
import type { ChannelEvent } from "./platforms/platform.ts";

interface WebhookReceiverDependencies extends Pick<ChannelDependencies, "db" | "platforms" | "log"> {
  /** Sends an event to everybody who works on the bot, because its pages have changed. */
  announcePagesChange(botId: string): Promise<void>;
  /** Wakes the workers that handle the stored events of platforms. */
  wake(): void;
}

/** Maximum number of webhook bodies whose events one statement stores together. */
const webhooksPerStatement = 100;

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

/**
 * Receives the events that platforms send. Stores the events, responds to the platform, and handles the events
 * afterwards. So the response does not wait for bots or people.
 */
export function createWebhookReceiver({
  db,
  platforms,
  log,
  announcePagesChange,
  wake,
}: WebhookReceiverDependencies) {
  function requirePlatform(name: OutsidePlatform) {
    const platform = platforms.get(name);
    if (!platform) throw new AppError("ERR.NOT_FOUND");
    return platform;
  }

  /**
   * Stores the events of all webhook requests that arrive at the same time, with one SQL statement. Returns how many
   * events must be handled.
   */
  const createEventStoring = (name: OutsidePlatform) =>
    createBatchRunner(webhooksPerStatement, async (eventLists: readonly (readonly ChannelEvent[])[]) => {
      const { count, newly_heard } = await insertEvents(db, name, eventLists.flat());
      // Do not await this announcement, so that the platform gets its response at once.
      for (const botId of newly_heard)
        announcePagesChange(botId).catch((error: unknown) =>
          log.error({ err: error }, "Telling of a page's first event failed."),
        );
      return count;
    });
  const eventStoringByPlatform = new Map(outsidePlatforms.map((name) => [name, createEventStoring(name)]));

  async function receiveWebhook(
    name: OutsidePlatform,
    body: unknown,
    headers: IncomingHttpHeaders,
  ): Promise<void> {
    const platform = requirePlatform(name);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!platform.isSigned(bytes, headers)) throw new AppError("ERR.FORBIDDEN");
    const events = platform.readEvents(bytes);
    if (!events) throw new AppError("ERR.MALFORMED");
    if (events.length === 0) return;
    if (((await eventStoringByPlatform.get(name)?.(events)) ?? 0) > 0) wake();
  }

  return {
    /** Stores the events in a webhook's body. Throws if the signature in the headers is wrong. */
    receive: receiveWebhook,

    /** Returns the text with which a platform checks that this webhook belongs to its app. */
    answerChallenge(name: OutsidePlatform, query: Record<string, unknown>): string {
      const challengeAnswer = requirePlatform(name).answerChallenge(query);
      if (challengeAnswer === null) throw new AppError("ERR.FORBIDDEN");
      return challengeAnswer;
    },
  };
}
