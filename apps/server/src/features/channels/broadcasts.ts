import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { Executor } from "../../kit/db/database.ts";
import { dropMessagesAtStoppedPages, isOverQuota } from "./broadcast-giving-up.ts";
import * as store from "./broadcast-store.ts";
import type { Platforms } from "./platforms/platforms.ts";

/**
 * A page may have as many waiting messages of a broadcast as it sends in this many seconds. So a message that a person
 * writes does not wait for a whole broadcast.
 */
const maximumWaitingSeconds = 2;

/** The functions with which the feature `broadcasts` sends messages to people on platforms. */
export function createOutsideBroadcasts(platforms: Platforms, wakeSender: () => void) {
  let receiptListener = (_botId: string): void => {};
  return {
    /** Registers the function to call when a platform tells us that somebody got or read a broadcast of a bot. */
    setReceiptListener(listener: (botId: string) => void): void {
      receiptListener = listener;
    },
    /**
     * Calls the registered listener, because somebody got or read a broadcast of this bot. Call this after the commit.
     */
    announceBroadcastReceipt: (botId: string): void => receiptListener(botId),

    /**
     * For each platform that is set up, how long after a person's last act a bot may write to that person, in
     * milliseconds.
     */
    replyWindowMsByPlatform: (): ReadonlyMap<OutsidePlatform, number> =>
      new Map([...platforms.values()].map(({ name, windows }) => [name, windows.botMs])),

    /**
     * Locks the person of a session. Call it before you lock the session, because a transaction that handles
     * a person's message locks in this order.
     */
    lockPersonOf: store.lockPersonOfSession,

    /** Whether a page has reached its platform's message quota during this broadcast. */
    isOverQuota,

    /**
     * Returns a function that counts one more waiting message of the broadcast at a page. That function returns false,
     * and does not count the message, if too many messages already wait at the page.
     */
    async createQueueCounter(
      db: Executor,
      broadcastId: string,
    ): Promise<(platform: OutsidePlatform, pageId: string) => boolean> {
      const waitingCountByPage = await store.countWaitingMessagesByPage(db, broadcastId);
      return (name, pageId) => {
        const count = (waitingCountByPage.get(pageId) ?? 0) + 1;
        const maximumWaitingMessages = maximumWaitingSeconds * (platforms.get(name)?.messagesPerSecond ?? 1);
        if (count > maximumWaitingMessages) return false;
        waitingCountByPage.set(pageId, count);
        return true;
      };
    },

    /**
     * Gives up the broadcast's waiting messages at pages that send nothing now, for example because their quota is used
     * up. Then returns the results that no earlier call has returned.
     */
    async takeNewResults(
      tx: Executor,
      broadcastId: string,
      limit: number,
    ): Promise<store.BroadcastMessageResult[]> {
      await dropMessagesAtStoppedPages(tx, broadcastId);
      return store.takeNewResults(tx, broadcastId, limit);
    },
    hasNewResults: store.hasNewResults,

    hold: store.holdWaitingMessages,
    /** Continues a broadcast that was held back. Call `wake` after the commit. */
    release: store.releaseHeldMessages,
    /**
     * Deletes the waiting messages of a broadcast, and returns the sessions of their recipients. Call `wake` after the
     * commit.
     */
    cancel: store.deleteWaitingMessages,
    wake: wakeSender,

    /** Deletes some of the stored messages of a broadcast. Returns false if there were none. */
    forget: store.deleteSomeBroadcastRows,
  };
}
