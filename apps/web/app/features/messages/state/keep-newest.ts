import { listMessages } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { calm, whenCalm } from "../../../kit/calm.ts";
import { newestConversations } from "../../conversations/queries.ts";
import { onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { keepRoom, keptRoom } from "./kept-rooms.ts";
import { roomOf } from "./rooms.ts";
import { openTimeline } from "./timeline.ts";

/** Conversations that can be read without a connection though nobody opened them here. */
const rooms = 10;
/** Milliseconds after a connection: what the reader looks at goes first. */
const first = 5_000;
/** Milliseconds between looks while messages arrive. */
const pause = 60_000;

/** Keeps the newest messages of the newest conversations, until the returned function is called. */
export function keepNewest(): () => void {
  let cancel: (() => void) | undefined;
  let ended = false;
  const look = async () => {
    for (const { id, seq } of newestConversations(rooms)) {
      await calm();
      if (ended) return;
      // What is open is kept as it changes.
      if (roomOf(id).timeline) continue;
      const known = await keptRoom(id);
      if (known && known.seq >= seq) continue;
      const { data, meta } = await call(listMessages, { params: { id } });
      keepRoom(id, openTimeline(id, meta.seq, { messages: data, lines: meta.lines, above: meta.above }));
    }
  };
  const soon = (wait: number) => {
    cancel ??= whenCalm(wait, () => {
      cancel = undefined;
      void look().catch(() => undefined);
    });
  };
  const ends = [
    onLiveConnect(() => soon(first)),
    onLiveEvent(({ type }) => {
      if (type === "MESSAGE_CREATED") soon(pause);
    }),
  ];
  return () => {
    ended = true;
    cancel?.();
    for (const end of ends) end();
  };
}
