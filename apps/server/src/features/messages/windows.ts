import { maximumListBytes } from "@kakehashi/contract/kit/page";
import type { Message, MessageWindowMeta } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { bytesInJson, firstThatFit, lastThatFit } from "../../kit/http/list-bytes.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./store.ts";

export interface Window {
  data: Message[];
  meta: MessageWindowMeta;
}

/** Maximum bytes on each side of a message in the history, so that both sides fit into one answer. */
const bytesPerSide = maximumListBytes / 2;

/** A number greater than every message number. */
const aboveEveryNumber = Number.MAX_SAFE_INTEGER;

/** Reads pages of a room's messages or a thread's replies: before, after or around a message. */
export function createWindows(db: Kysely<DB>, { seqOf, lines: listLines }: Pick<Rooms, "seqOf" | "lines">) {
  interface Position {
    roomId: string;
    parentId: string | null;
    number: number;
  }

  interface WindowSide {
    data: Message[];
    hasMore: boolean;
  }

  async function readOlder(
    { roomId, parentId, number }: Position,
    paging: number,
    bytes?: number,
  ): Promise<WindowSide> {
    const neighbourRows = await store.listBeforeOrAfter(
      db,
      roomId,
      parentId,
      { before: number },
      { limit: paging + 1, bytes },
    );
    const { data, wasCut } = lastThatFit(
      neighbourRows.slice(Math.max(0, neighbourRows.length - paging)),
      bytes,
    );
    return { data, hasMore: wasCut || neighbourRows.length > paging };
  }

  async function readNewer(
    { roomId, parentId, number }: Position,
    paging: number,
    bytes?: number,
  ): Promise<WindowSide> {
    const neighbourRows = await store.listBeforeOrAfter(
      db,
      roomId,
      parentId,
      { after: number },
      { limit: paging + 1, bytes },
    );
    const { data, wasCut } = firstThatFit(neighbourRows.slice(0, paging), bytes);
    return { data, hasMore: wasCut || neighbourRows.length > paging };
  }

  /**
   * Shortens the lists of messages before and after one message, which itself takes `takenBytes` bytes, so that the
   * whole answer stays within the maximum.
   */
  function fitSides(
    above: WindowSide,
    below: WindowSide,
    takenBytes: number,
  ): [above: WindowSide, below: WindowSide] {
    const remainingBytes = maximumListBytes - takenBytes;
    const followingThatFit = firstThatFit(below.data, remainingBytes / 2, 0);
    const precedingThatFit = lastThatFit(above.data, remainingBytes - bytesInJson(followingThatFit.data), 0);
    return [
      { data: precedingThatFit.data, hasMore: above.hasMore || precedingThatFit.wasCut },
      { data: followingThatFit.data, hasMore: below.hasMore || followingThatFit.wasCut },
    ];
  }

  const positionOf = ({ conversation_id, parent_id, number }: Message): Position => ({
    roomId: conversation_id,
    parentId: parent_id,
    number,
  });

  /** Adds to a page of messages the system lines that belong between them. */
  async function windowOf(
    { roomId, parentId }: Pick<Position, "roomId" | "parentId">,
    data: Message[],
    { above, below, seq }: Omit<MessageWindowMeta, "lines">,
  ): Promise<Window> {
    const firstNumber = above ? (data[0]?.number ?? aboveEveryNumber) : 0;
    const lastNumber = below ? (data.at(-1)?.number ?? 0) : aboveEveryNumber;
    const lines = parentId === null ? await listLines(roomId, { from: firstNumber, to: lastNumber }) : [];
    return { data, meta: { above, below, seq, lines } };
  }

  /** Reads the room's last seq first, because the client gets later changes as events. */
  async function findPosition(userId: string, roomId: string, messageId: string) {
    const seq = await seqOf(userId, roomId);
    const message = await store.findMessage(db, roomId, messageId);
    if (!message) throw notFound();
    return { seq, message, position: positionOf(message) };
  }

  async function readNewest(
    userId: string,
    roomId: string,
    parentId: string | null,
    paging: number,
  ): Promise<Window> {
    const seq = await seqOf(userId, roomId);
    const { data, hasMore } = await readOlder({ roomId, parentId, number: aboveEveryNumber }, paging);
    return windowOf({ roomId, parentId }, data, { above: hasMore, below: false, seq });
  }

  return {
    newest: (userId: string, roomId: string, paging: number) => readNewest(userId, roomId, null, paging),

    /**
     * Reads the messages after a read mark, for a client that knows the number of the mark but not the id of the
     * message.
     */
    async after(userId: string, roomId: string, number: number, paging: number): Promise<Window> {
      const seq = await seqOf(userId, roomId);
      const precedingCount = Math.floor((paging - 1) / 2);
      const [preceding, below] = await Promise.all([
        readOlder({ roomId, parentId: null, number: number + 1 }, precedingCount, bytesPerSide),
        readNewer({ roomId, parentId: null, number }, paging - precedingCount, bytesPerSide),
      ]);
      // Always returns the first following message, however long it is.
      const { data: precedingThatFit, wasCut } = lastThatFit(
        preceding.data,
        maximumListBytes - bytesInJson(below.data),
        0,
      );
      const above = { data: precedingThatFit, hasMore: preceding.hasMore || wasCut };
      const meta = { above: above.hasMore, below: below.hasMore, seq };
      return windowOf({ roomId, parentId: null }, [...above.data, ...below.data], meta);
    },

    async newestReplies(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { message: parent } = await findPosition(userId, roomId, messageId);
      if (parent.parent_id !== null) throw notFound();
      return readNewest(userId, roomId, messageId, paging);
    },

    async above(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { seq, position } = await findPosition(userId, roomId, messageId);
      const { data, hasMore } = await readOlder(position, paging);
      return windowOf(position, data, { above: hasMore, below: true, seq });
    },

    async below(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { seq, position } = await findPosition(userId, roomId, messageId);
      const { data, hasMore } = await readNewer(position, paging);
      return windowOf(position, data, { above: true, below: hasMore, seq });
    },

    async around(userId: string, roomId: string, messageId: string, paging: number): Promise<Window> {
      const { seq, message, position } = await findPosition(userId, roomId, messageId);
      const precedingCount = Math.floor((paging - 1) / 2);
      const [above, below] = fitSides(
        ...(await Promise.all([
          readOlder(position, precedingCount, bytesPerSide),
          readNewer(position, paging - 1 - precedingCount, bytesPerSide),
        ])),
        bytesInJson(message) + 1,
      );
      const meta = { above: above.hasMore, below: below.hasMore, seq };
      return windowOf(position, [...above.data, message, ...below.data], meta);
    },
  };
}
