import { listMessages } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { calm, whenCalm } from "../../../kit/calm.ts";
import { newestConversations } from "../../conversations/queries.ts";
import { onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { chatStateOf } from "./chats.ts";
import { storeChat, storedChat } from "./stored-chats.ts";
import { openTimeline } from "./timeline.ts";

/** Conversations that can be read without a connection though nobody opened them here. */
const chatCount = 10;
/** Milliseconds after a connection: what the reader looks at goes first. */
const firstDelayMs = 5_000;
/** Milliseconds between looks while messages arrive. */
const pauseMs = 60_000;

/** Keeps the newest messages of the newest conversations, until the returned function is called. */
export function storeNewest(): () => void {
  let cancel: (() => void) | undefined;
  let ended = false;
  const storeAll = async () => {
    for (const { id, seq } of newestConversations(chatCount)) {
      await calm();
      if (ended) return;
      // What is open is kept as it changes.
      if (chatStateOf(id).timeline) continue;
      const stored = await storedChat(id);
      if (stored && stored.seq >= seq) continue;
      const { data, meta } = await call(listMessages, { params: { id } });
      storeChat(id, openTimeline(id, meta.seq, { messages: data, lines: meta.lines, above: meta.above }));
    }
  };
  const schedule = (waitMs: number) => {
    cancel ??= whenCalm(waitMs, () => {
      cancel = undefined;
      void storeAll().catch(() => undefined);
    });
  };
  const unsubscribes = [
    onLiveConnect(() => schedule(firstDelayMs)),
    onLiveEvent(({ type }) => {
      if (type === "MESSAGE_CREATED") schedule(pauseMs);
    }),
  ];
  return () => {
    ended = true;
    cancel?.();
    for (const end of unsubscribes) end();
  };
}
