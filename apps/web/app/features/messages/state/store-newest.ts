import { listMessages } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { runWhenReaderIdle, waitUntilReaderIdle } from "../../../kit/idle.ts";
import { getFirstConversations } from "../../conversations/queries.ts";
import { onConversationEvent, onLiveConnect } from "../../live/connection.ts";
import { chatStateOf } from "./chats.ts";
import { readStoredChat, storeChatOffline } from "./stored-chats.ts";
import { createTimeline } from "./timeline.ts";

/**
 * This many of the first conversations in the reader's list are stored for offline reading, even if they were never
 * opened in this browser.
 */
const storedConversationCount = 10;
/**
 * After a connection, the first chats are stored only after this many milliseconds, because the visible page must load
 * first.
 */
const firstStoreDelayMs = 5_000;
/** While messages arrive, the chats are stored again after this many milliseconds at the earliest. */
const storeIntervalMs = 60_000;

/**
 * Stores the newest messages of the first conversations in the reader's list for offline reading, until the returned
 * function is called.
 */
export function startStoringNewestChats(): () => void {
  let cancelScheduledStoring: (() => void) | undefined;
  let isStopped = false;
  const storeNewestChats = async () => {
    for (const { id, seq } of getFirstConversations(storedConversationCount)) {
      await waitUntilReaderIdle();
      if (isStopped) return;
      // Leave out a chat that is loaded, because it is stored whenever it changes.
      if (chatStateOf(id).timeline) continue;
      const storedTimeline = await readStoredChat(id);
      if (storedTimeline && storedTimeline.seq >= seq) continue;
      const { data, meta } = await call(listMessages, { params: { id } });
      storeChatOffline(
        id,
        createTimeline(id, meta.seq, { messages: data, lines: meta.lines, above: meta.above }),
      );
    }
  };
  const scheduleStoring = (waitMs: number) => {
    cancelScheduledStoring ??= runWhenReaderIdle(waitMs, () => {
      cancelScheduledStoring = undefined;
      void storeNewestChats().catch(() => undefined);
    });
  };
  const unsubscribeFunctions = [
    onLiveConnect(() => scheduleStoring(firstStoreDelayMs)),
    onConversationEvent(({ type }) => {
      if (type === "MESSAGE_CREATED") scheduleStoring(storeIntervalMs);
    }),
  ];
  return () => {
    isStopped = true;
    cancelScheduledStoring?.();
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
  };
}
