import type { Message, MessageWindowMeta } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import * as store from "./store.ts";

export interface Window {
  data: Message[];
  meta: MessageWindowMeta;
}

/** Pieces of a room's messages, or of a thread's replies; around a message, those it stands among. */
export function createWindows(
  db: Kysely<DB>,
  /** The room's last change; not found for who is not in it. */
  seqOf: (userId: string, roomId: string) => Promise<number>,
) {
  interface Place {
    roomId: string;
    parentId: string | null;
    number: number;
  }

  async function older({ roomId, parentId, number }: Place, paging: number) {
    const data = await store.listBeside(db, roomId, parentId, { before: number }, paging + 1);
    const more = data.length > paging;
    return { data: more ? data.slice(1) : data, more };
  }

  async function newer({ roomId, parentId, number }: Place, paging: number) {
    const data = await store.listBeside(db, roomId, parentId, { after: number }, paging + 1);
    const more = data.length > paging;
    return { data: more ? data.slice(0, paging) : data, more };
  }

  const placeOf = ({ conversation_id, parent_id, number }: Message): Place => ({
    roomId: conversation_id,
    parentId: parent_id,
    number,
  });

  /** The room's last change is read first: what comes after it is told by its own event. */
  async function around(userId: string, roomId: string, messageId: string) {
    const seq = await seqOf(userId, roomId);
    const middle = await store.findMessage(db, roomId, messageId);
    if (!middle) throw notFound();
    return { seq, middle, place: placeOf(middle) };
  }

  async function end(
    userId: string,
    roomId: string,
    parentId: string | null,
    paging: number,
  ): Promise<Window> {
    const seq = await seqOf(userId, roomId);
    const { data, more } = await older({ roomId, parentId, number: Number.MAX_SAFE_INTEGER }, paging);
    return { data, meta: { above: more, below: false, seq } };
  }

  return {
    newest: (userId: string, roomId: string, paging: number) => end(userId, roomId, null, paging),

    /** Where the unread ones begin, for who knows no more of them than how far they have read. */
    async after(userId: string, roomId: string, number: number, paging: number): Promise<Window> {
      const seq = await seqOf(userId, roomId);
      const before = Math.floor((paging - 1) / 2);
      const [above, below] = await Promise.all([
        older({ roomId, parentId: null, number: number + 1 }, before),
        newer({ roomId, parentId: null, number }, paging - before),
      ]);
      return { data: [...above.data, ...below.data], meta: { above: above.more, below: below.more, seq } };
    },

    async newestReplies(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { middle: parent } = await around(userId, roomId, messageId);
      if (parent.parent_id !== null) throw notFound();
      return end(userId, roomId, messageId, paging);
    },

    async above(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { seq, place } = await around(userId, roomId, messageId);
      const { data, more } = await older(place, paging);
      return { data, meta: { above: more, below: true, seq } };
    },

    async below(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { seq, place } = await around(userId, roomId, messageId);
      const { data, more } = await newer(place, paging);
      return { data, meta: { above: true, below: more, seq } };
    },

    async around(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { seq, middle, place } = await around(userId, roomId, messageId);
      const before = Math.floor((paging - 1) / 2);
      const [above, below] = await Promise.all([older(place, before), newer(place, paging - 1 - before)]);
      return {
        data: [...above.data, middle, ...below.data],
        meta: { above: above.more, below: below.more, seq },
      };
    },
  };
}
