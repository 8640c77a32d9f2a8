import type { IncomingHttpHeaders } from "node:http";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { AppError } from "../../kit/errors.ts";
import { runInBatches } from "../../kit/grouped.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { insertEvents } from "./event-store.ts";
import type { ChannelEvent } from "./platforms/platform.ts";

interface Dependencies extends Pick<ChannelDependencies, "db" | "platforms" | "log"> {
  /** Tells everybody who works on the bot that its pages have changed. */
  announcePagesChange(botId: string): Promise<void>;
  /** Wakes the workers that handle the stored events of platforms. */
  wake(): void;
}

/** Maximum number of webhook bodies whose events one statement stores together. */
const webhooksPerStatement = 100;

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

/**
 * Receives the events that platforms send. The events are stored before the platform gets its answer, and are handled
 * after it. So the answer does not wait for bots or people.
 */
export function createWebhookReceiver({ db, platforms, log, announcePagesChange, wake }: Dependencies) {
  function require(name: OutsidePlatform) {
    const platform = platforms.get(name);
    if (!platform) throw new AppError("ERR.NOT_FOUND");
    return platform;
  }

  /**
   * Stores the events of webhooks that arrive at the same time, with one SQL statement. Returns how many events must be
   * handled.
   */
  const createEventStoring = (name: OutsidePlatform) =>
    runInBatches(webhooksPerStatement, async (all: readonly (readonly ChannelEvent[])[]) => {
      const { count, newly_heard } = await insertEvents(db, name, all.flat());
      // Do not await the announcement, so that the platform gets its answer at once.
      for (const botId of newly_heard)
        announcePagesChange(botId).catch((error: unknown) =>
          log.error({ err: error }, "Telling of a page's first event failed."),
        );
      return count;
    });
  const storeEventsByPlatform = new Map(outsidePlatforms.map((name) => [name, createEventStoring(name)]));

  async function receiveWebhook(
    name: OutsidePlatform,
    body: unknown,
    headers: IncomingHttpHeaders,
  ): Promise<void> {
    const platform = require(name);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!platform.isSigned(bytes, headers)) throw new AppError("ERR.FORBIDDEN");
    const events = platform.readEvents(bytes);
    if (!events) throw new AppError("ERR.MALFORMED");
    if (events.length === 0) return;
    if (((await storeEventsByPlatform.get(name)?.(events)) ?? 0) > 0) wake();
  }

  return {
    /** Stores the events in a webhook's body. Throws if the signature in the headers is wrong. */
    receive: receiveWebhook,

    /** Returns the answer with which a platform checks that this address belongs to its app. */
    answerChallenge(name: OutsidePlatform, query: Record<string, unknown>): string {
      const answer = require(name).answerChallenge(query);
      if (answer === null) throw new AppError("ERR.FORBIDDEN");
      return answer;
    },
  };
}
