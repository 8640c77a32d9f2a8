import type { Log } from "../../kit/log.ts";

/**
 * How long the server collects visitors' reports before it sends one live event to the people of the bot, in
 * milliseconds. Thousands of visitors may read a broadcast at the same time.
 */
const reportCollectionMs = 1_000;

interface ReportNotifierDependencies {
  readonly log: Log;
  /** Sends an event to everybody who works on the bot. */
  notifyBotPeople(botId: string): Promise<void>;
}

/** Sends events to the people who work on a bot when visitors got, read or clicked one of its broadcasts. */
export function createBroadcastReceiptNotifier({ log, notifyBotPeople }: ReportNotifierDependencies) {
  const timerByBot = new Map<string, NodeJS.Timeout>();
  return {
    notifySoon(botId: string): void {
      if (timerByBot.has(botId)) return;
      const timer = setTimeout(() => {
        timerByBot.delete(botId);
        notifyBotPeople(botId).catch((error: unknown) =>
          log.error({ err: error }, "Telling of visitors who read a broadcast failed."),
        );
      }, reportCollectionMs);
      timerByBot.set(botId, timer.unref());
    },

    close(): void {
      for (const timer of timerByBot.values()) clearTimeout(timer);
      timerByBot.clear();
    },
  };
}
