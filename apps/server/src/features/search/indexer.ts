import type { Kysely } from "kysely";
import { isTemporaryDatabaseError } from "../../kit/db/outage.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { foldText, lexemesOf } from "../../kit/text/fold.ts";
import { createTimeSlices } from "../../kit/time-slices.ts";
import * as store from "./index-store.ts";

/**
 * On a server with little work, a change is indexed after this many milliseconds. In a busy room, many messages are
 * then indexed together, which costs little more than indexing one. Sending a message does not wait for the index.
 */
const indexingDelayMs = 700;
/** Maximum milliseconds between attempts while the database is unreachable. The first attempts follow sooner. */
const maximumRetryDelayMs = 5_000;
/**
 * Milliseconds between checks for rooms with changes that no process will index. This happens if the process that wrote
 * the changes was killed.
 */
const checkEveryMs = 5 * 60_000;
/** Maximum number of messages that one transaction indexes. */
const batchSize = 500;
/**
 * While texts are split into words, other requests wait. So the splitting pauses after this many milliseconds. When the
 * value was 2 ms, one in a hundred messages reached its readers half a millisecond to two milliseconds later.
 */
const maximumSliceMs = 0.5;

/** Keeps the search index up to date. Indexes the changes of each room in order. */
export class Indexer {
  readonly #db: Kysely<DB>;
  readonly #onError: (error: unknown) => void;
  readonly #waitingRooms = new Set<string>();
  /** Milliseconds until the next run. While the database is unreachable, each failed attempt makes the delay longer. */
  #delayOfNextRunMs = indexingDelayMs;
  #timer: NodeJS.Timeout | undefined;
  #regularCheck: NodeJS.Timeout | undefined;
  #currentRun: Promise<void> | undefined;
  runningCheck: Promise<void> | undefined;
  runningFileNameIndexing: Promise<void> | undefined;
  #closed = false;

  constructor(db: Kysely<DB>, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  start(): void {
    this.#startRegularCheck();
    this.runningFileNameIndexing = this.#indexFileNames().catch(this.#onError);
    this.#regularCheck = setInterval(() => this.#startRegularCheck(), checkEveryMs);
    this.#regularCheck.unref();
  }

  /** Records that a room has changed and must be indexed. Cheap to call. */
  recordRoomChange(roomId: string): void {
    this.#waitingRooms.add(roomId);
    if (this.#timer || this.#currentRun || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#currentRun = this.#runChecks();
    }, this.#delayOfNextRunMs);
    this.#timer.unref();
  }

  #startRegularCheck(): void {
    const indexOutdatedRooms = async () => {
      for (const roomId of await store.listRoomIdsToIndex(this.#db)) this.recordRoomChange(roomId);
    };
    this.runningCheck = indexOutdatedRooms().catch(this.#onError);
  }

  /** Resolves when everything that was written before the call is indexed. */
  async catchUp(): Promise<void> {
    await this.runningFileNameIndexing;
    for (;;) {
      // The loop skips rooms that a timer's run is indexing, because these are locked. So this method waits for that
      // run first and then checks for rooms again.
      await this.#currentRun;
      const roomIds = await store.listRoomIdsToIndex(this.#db);
      if (roomIds.length === 0) return;
      for (const roomId of roomIds) await this.#indexRoom(roomId);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#regularCheck);
    await this.runningCheck;
    await this.runningFileNameIndexing;
    await this.#currentRun;
  }

  async #runChecks(): Promise<void> {
    const rooms = [...this.#waitingRooms];
    this.#waitingRooms.clear();
    for (const [roomIndex, roomId] of rooms.entries()) {
      if (this.#closed) break;
      try {
        // Another process is indexing the room. It may have read the messages before this change was made, so the room
        // is tried again.
        if (!(await this.#indexRoom(roomId))) this.#waitingRooms.add(roomId);
        this.#resetDelayAfterOutage();
      } catch (error) {
        this.#onError(error);
        // The database works, but indexing this room failed. The next periodic check tries it again.
        if (!isTemporaryDatabaseError(error)) continue;
        for (const waitingRoom of rooms.slice(roomIndex)) this.#waitingRooms.add(waitingRoom);
        this.#delayOfNextRunMs = Math.min(this.#delayOfNextRunMs * 2, maximumRetryDelayMs);
        break;
      }
    }
    this.#currentRun = undefined;
    const [nextRoomId] = this.#waitingRooms;
    if (nextRoomId !== undefined) this.recordRoomChange(nextRoomId);
  }

  /** The database works again after an outage. Rooms that this process has not recorded may also have to be indexed. */
  #resetDelayAfterOutage(): void {
    if (this.#delayOfNextRunMs === indexingDelayMs) return;
    this.#delayOfNextRunMs = indexingDelayMs;
    this.#startRegularCheck();
  }

  /**
   * Indexes the names of files that have no indexed words. If a new version of the server splits names into words in
   * another way, its migration removes the old words. Names of new files are indexed when they are stored.
   */
  async #indexFileNames(): Promise<void> {
    for (let lastFileId: string | null = null; !this.#closed; ) {
      const files = await store.listFilesWithoutWords(this.#db, lastFileId, batchSize);
      const namesToWrite = files.map(({ id, name }) => ({ id, lexemes: lexemesOf(foldText(name)) }));
      await store.writeFileWords(
        this.#db,
        namesToWrite.filter(({ lexemes }) => lexemes.length > 0),
      );
      if (files.length < batchSize) return;
      lastFileId = files.at(-1)?.id ?? null;
    }
  }

  /** Indexes the changes of a room. Returns false if another process is indexing the room. */
  async #indexRoom(roomId: string): Promise<boolean> {
    for (;;) {
      const readMessageCount = await this.#db.transaction().execute(async (tx) => {
        const indexedSeq = await store.lockIndexedSeq(tx, roomId);
        if (indexedSeq === undefined) return null;
        // Reads the room's last `seq` before the messages. A change that is committed later has a higher `seq`, so it
        // is not missed.
        const seq = await store.findLastRoomSeq(tx, roomId);
        const changedMessages = await store.listMessagesChangedAfter(tx, roomId, indexedSeq, batchSize);
        await store.deleteTextsOfMessages(
          tx,
          roomId,
          changedMessages.filter((message) => !hasSearchableContent(message)).map((message) => message.id),
        );
        const texts = await createSearchTexts(changedMessages.filter(hasSearchableContent));
        await store.writeIndexedTexts(tx, roomId, texts);
        const newIds = new Set(
          changedMessages.filter((message) => message.is_new).map((message) => message.id),
        );
        await store.deleteTextsOfRemovedLanguages(
          tx,
          roomId,
          texts.filter(({ message_id }) => !newIds.has(message_id)),
        );
        // The room's last change may concern something other than a message, such as the room's name. Then the query
        // returns no messages, and the room is completely indexed.
        const lastSeq = changedMessages.at(-1)?.changed_seq ?? indexedSeq;
        await store.storeIndexedSeq(
          tx,
          roomId,
          changedMessages.length < batchSize ? Math.max(seq, lastSeq) : lastSeq,
        );
        return changedMessages.length;
      });
      if (readMessageCount === null) return false;
      if (readMessageCount < batchSize) return true;
    }
  }
}

const hasSearchableContent = ({ content, file_categories }: store.IndexedMessage) =>
  content !== "" || file_categories !== null;

/**
 * Splits the texts of a batch of messages into words. Pauses regularly, so that other requests do not wait long. A
 * batch of short messages takes 20 ms, but a batch of the longest messages takes seconds.
 */
async function createSearchTexts(messages: readonly store.IndexedMessage[]): Promise<store.IndexedText[]> {
  const texts: store.IndexedText[] = [];
  const pause = createTimeSlices(maximumSliceMs);
  for (const message of messages) {
    const translated = message.translations ?? [];
    for (const { language, content } of [{ language: "original", content: message.content }, ...translated]) {
      texts.push(createSearchText(message, language, content));
      await pause();
    }
  }
  return texts;
}

function createSearchText(
  { id, user_id, created_at, file_categories }: store.IndexedMessage,
  source: string,
  content: string,
): store.IndexedText {
  const folded = foldText(content).replace(/\s+/g, " ");
  return {
    message_id: id,
    source,
    user_id,
    created_at,
    has: [
      ...(file_categories
        ? ["file", ...file_categories.filter((category) => category !== "application")]
        : []),
      ...(/https?:\/\/\S/.test(folded) ? ["link"] : []),
    ],
    lexemes: lexemesOf(folded),
    folded,
  };
}
