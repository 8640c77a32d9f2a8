import { maximumListBytes } from "@kakehashi/contract/kit/page";
import type { Message, MessageWindowMeta } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { bytesInJson, firstFittingItems, lastFittingItems } from "../../kit/http/list-bytes.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./store.ts";

export interface MessageWindow {
  data: Message[];
  meta: MessageWindowMeta;
}

/** Maximum bytes of the messages on each side of a given message, so that both sides fit into one response. */
const bytesPerSide = maximumListBytes / 2;

const largerThanAnyMessageNumber = Number.MAX_SAFE_INTEGER;

/** Reads pages of a room's messages or a thread's replies, before, after or around a message. */
export function createMessageWindows(
  db: Kysely<DB>,
  { seqOf, lines: listLines }: Pick<Rooms, "seqOf" | "lines">,
) {
  interface MessagePosition {
    roomId: string;
    parentId: string | null;
    number: number;
  }

  interface MessagePage {
    data: Message[];
    hasMore: boolean;
  }

  async function readOlder(
    { roomId, parentId, number }: MessagePosition,
    paging: number,
    bytes?: number,
  ): Promise<MessagePage> {
    const neighbourRows = await store.listBeforeOrAfter(
      db,
      roomId,
      parentId,
      { before: number },
      { limit: paging + 1, bytes },
    );
    const { data, wasCut } = lastFittingItems(
      neighbourRows.slice(Math.max(0, neighbourRows.length - paging)),
      bytes,
    );
    return { data, hasMore: wasCut || neighbourRows.length > paging };
  }

  async function readNewer(
    { roomId, parentId, number }: MessagePosition,
    paging: number,
    bytes?: number,
  ): Promise<MessagePage> {
    const neighbourRows = await store.listBeforeOrAfter(
      db,
      roomId,
      parentId,
      { after: number },
      { limit: paging + 1, bytes },
    );
    const { data, wasCut } = firstFittingItems(neighbourRows.slice(0, paging), bytes);
    return { data, hasMore: wasCut || neighbourRows.length > paging };
  }

  /**
   * Shortens the lists of messages before (`pageAbove`) and after (`pageBelow`) one message, so that the response does
   * not exceed its maximum size. `takenBytes` is the size of the message between them.
   */
  function limitBytesOfBothSides(
    pageAbove: MessagePage,
    pageBelow: MessagePage,
    takenBytes: number,
  ): [above: MessagePage, below: MessagePage] {
    const remainingBytes = maximumListBytes - takenBytes;
    const followingWithinLimit = firstFittingItems(pageBelow.data, remainingBytes / 2, 0);
    const precedingWithinLimit = lastFittingItems(
      pageAbove.data,
      remainingBytes - bytesInJson(followingWithinLimit.data),
      0,
    );
    return [
      { data: precedingWithinLimit.data, hasMore: pageAbove.hasMore || precedingWithinLimit.wasCut },
      { data: followingWithinLimit.data, hasMore: pageBelow.hasMore || followingWithinLimit.wasCut },
    ];
  }

  const getPosition = ({ conversation_id, parent_id, number }: Message): MessagePosition => ({
    roomId: conversation_id,
    parentId: parent_id,
    number,
  });

  /**
   * Adds system lines to a page of messages: those between its first and its last message. If no messages come before
   * or after the page, also adds the lines there.
   */
  async function addSystemLines(
    { roomId, parentId }: Pick<MessagePosition, "roomId" | "parentId">,
    data: Message[],
    { above, below, seq }: Omit<MessageWindowMeta, "lines">,
  ): Promise<MessageWindow> {
    const firstNumber = above ? (data[0]?.number ?? largerThanAnyMessageNumber) : 0;
    const lastNumber = below ? (data.at(-1)?.number ?? 0) : largerThanAnyMessageNumber;
    const lines = parentId === null ? await listLines(roomId, { from: firstNumber, to: lastNumber }) : [];
    return { data, meta: { above, below, seq, lines } };
  }

  /**
   * Finds a message and the last `seq` of its room. Reads the `seq` first, so that each later change reaches the client
   * as an event.
   */
  async function findPosition(userId: string, roomId: string, messageId: string) {
    const seq = await seqOf(userId, roomId);
    const message = await store.findMessage(db, roomId, messageId);
    if (!message) throw createNotFoundError();
    return { seq, message, position: getPosition(message) };
  }

  async function readNewest(
    userId: string,
    roomId: string,
    parentId: string | null,
    paging: number,
  ): Promise<MessageWindow> {
    const seq = await seqOf(userId, roomId);
    const { data, hasMore } = await readOlder(
      { roomId, parentId, number: largerThanAnyMessageNumber },
      paging,
    );
    return addSystemLines({ roomId, parentId }, data, { above: hasMore, below: false, seq });
  }

  return {
    newest: (userId: string, roomId: string, paging: number) => readNewest(userId, roomId, null, paging),

    /** Reads the messages around a read mark. `number` is the number of the last read message. */
    async after(userId: string, roomId: string, number: number, paging: number): Promise<MessageWindow> {
      const seq = await seqOf(userId, roomId);
      const precedingCount = Math.floor((paging - 1) / 2);
      const [precedingMessages, pageBelow] = await Promise.all([
        readOlder({ roomId, parentId: null, number: number + 1 }, precedingCount, bytesPerSide),
        readNewer({ roomId, parentId: null, number }, paging - precedingCount, bytesPerSide),
      ]);
      // First the messages after the read mark are added, and then as many messages before it as still fit. So the
      // first unread message is always in the page.
      const { data: precedingWithinLimit, wasCut } = lastFittingItems(
        precedingMessages.data,
        maximumListBytes - bytesInJson(pageBelow.data),
        0,
      );
      const pageAbove = { data: precedingWithinLimit, hasMore: precedingMessages.hasMore || wasCut };
      const meta = { above: pageAbove.hasMore, below: pageBelow.hasMore, seq };
      return addSystemLines({ roomId, parentId: null }, [...pageAbove.data, ...pageBelow.data], meta);
    },

    async newestReplies(
      userId: string,
      roomId: string,
      messageId: string,
      paging: number,
    ): Promise<MessageWindow> {
      const { message: parent } = await findPosition(userId, roomId, messageId);
      if (parent.parent_id !== null) throw createNotFoundError();
      return readNewest(userId, roomId, messageId, paging);
    },

    async above(userId: string, roomId: string, messageId: string, paging: number): Promise<MessageWindow> {
      const { seq, position } = await findPosition(userId, roomId, messageId);
      const { data, hasMore } = await readOlder(position, paging);
      return addSystemLines(position, data, { above: hasMore, below: true, seq });
    },

    async below(userId: string, roomId: string, messageId: string, paging: number): Promise<MessageWindow> {
      const { seq, position } = await findPosition(userId, roomId, messageId);
      const { data, hasMore } = await readNewer(position, paging);
      return addSystemLines(position, data, { above: true, below: hasMore, seq });
    },

    async around(userId: string, roomId: string, messageId: string, paging: number): Promise<MessageWindow> {
      const { seq, message, position } = await findPosition(userId, roomId, messageId);
      const precedingCount = Math.floor((paging - 1) / 2);
      const [pageAbove, pageBelow] = limitBytesOfBothSides(
        ...(await Promise.all([
          readOlder(position, precedingCount, bytesPerSide),
          readNewer(position, paging - 1 - precedingCount, bytesPerSide),
        ])),
        bytesInJson(message) + 1,
      );
      const meta = { above: pageAbove.hasMore, below: pageBelow.hasMore, seq };
      return addSystemLines(position, [...pageAbove.data, message, ...pageBelow.data], meta);
    },
  };
}
