import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { isOutage } from "../../kit/db/outage.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { fold, lexemesOf } from "../../kit/text/fold.ts";
import * as store from "./index-store.ts";

/**
 * Milliseconds from a change until the search finds it, on a quiet server. Sending does not wait for the
 * index. In a busy room, indexing many messages together costs little more than one.
 */
const delayMs = 700;
/** Maximum milliseconds between attempts while the database is unreachable. The first waits are shorter. */
const longestDelayMs = 5_000;
/**
 * Milliseconds between checks for rooms that no process remembers, because the process that wrote their
 * messages was killed.
 */
const checkEveryMs = 5 * 60_000;
/** Maximum number of messages that one transaction indexes. */
const batchSize = 500;
/** Maximum milliseconds for which splitting texts into words may block other requests. */
const maximumSliceMs = 2;

/** Keeps the search index up to date, room by room, in the order of changes. */
export class Indexer {
  readonly #db: Kysely<DB>;
  readonly #onError: (error: unknown) => void;
  readonly #waitingRooms = new Set<string>();
  /** Milliseconds until the next run. The wait grows with each attempt during an outage. */
  #delayOfNextRunMs = delayMs;
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

  /** Records that a room changed. Cheap to call. */
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
      for (const roomId of await store.listRoomsToIndex(this.#db)) this.recordRoomChange(roomId);
    };
    this.runningCheck = indexOutdatedRooms().catch(this.#onError);
  }

  /** Resolves when a search finds everything that was written before the call. */
  async catchUp(): Promise<void> {
    await this.runningFileNameIndexing;
    for (;;) {
      // A run of the timer may be indexing a room, and the loop below skips locked rooms. So this method first waits
      // for that run and then checks the rooms again.
      await this.#currentRun;
      const roomIds = await store.listRoomsToIndex(this.#db);
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
    for (const [at, roomId] of rooms.entries()) {
      if (this.#closed) break;
      try {
        // Another process is indexing the room and may have read it before this change, so the room is tried again.
        if (!(await this.#indexRoom(roomId))) this.#waitingRooms.add(roomId);
        this.#resetDelayAfterOutage();
      } catch (error) {
        this.#onError(error);
        // The database answers, but this room failed. It waits for the next regular check.
        if (!isOutage(error)) continue;
        for (const waitingRoom of rooms.slice(at)) this.#waitingRooms.add(waitingRoom);
        this.#delayOfNextRunMs = Math.min(this.#delayOfNextRunMs * 2, longestDelayMs);
        break;
      }
    }
    this.#currentRun = undefined;
    const [next] = this.#waitingRooms;
    if (next !== undefined) this.recordRoomChange(next);
  }

  /**
   * The database answers again. After an outage, rooms that this process did not record may also need
   * indexing.
   */
  #resetDelayAfterOutage(): void {
    if (this.#delayOfNextRunMs === delayMs) return;
    this.#delayOfNextRunMs = delayMs;
    this.#startRegularCheck();
  }

  /**
   * Indexes file names again if a newer version of the server splits words in another way. New names are
   * indexed when they are stored.
   */
  async #indexFileNames(): Promise<void> {
    for (let lastFileId: string | null = null; !this.#closed; ) {
      const files = await store.listFilesWithoutWords(this.#db, lastFileId, batchSize);
      const namesToWrite = files.map(({ id, name }) => ({ id, lexemes: lexemesOf(fold(name)) }));
      await store.writeFileWords(
        this.#db,
        namesToWrite.filter(({ lexemes }) => lexemes.length > 0),
      );
      if (files.length < batchSize) return;
      lastFileId = files.at(-1)?.id ?? null;
    }
  }

  /** Indexes a room. Returns false if another process is indexing the room. */
  async #indexRoom(roomId: string): Promise<boolean> {
    for (;;) {
      const readMessageCount = await this.#db.transaction().execute(async (tx) => {
        const indexMark = await store.lockSearchMark(tx, roomId);
        if (indexMark === undefined) return null;
        // Reads the seq before the messages, because a later commit has a higher seq.
        const seq = await store.findLastSeq(tx, roomId);
        const changedMessages = await store.listChangedAfter(tx, roomId, indexMark, batchSize);
        await store.deleteTextsOfMessages(
          tx,
          roomId,
          changedMessages.filter((message) => !hasSearchableContent(message)).map((message) => message.id),
        );
        const texts = await searchTextsOf(changedMessages.filter(hasSearchableContent));
        await store.writeTexts(tx, roomId, texts);
        const newIds = new Set(
          changedMessages.filter((message) => message.is_new).map((message) => message.id),
        );
        await store.deleteTextsOfLostLanguages(
          tx,
          roomId,
          texts.filter(({ message_id }) => !newIds.has(message_id)),
        );
        // The room's last change may not be a message but, for example, a new name. Then the query returns no
        // message, but the room is fully indexed.
        const lastSeq = changedMessages.at(-1)?.changed_seq ?? indexMark;
        await store.moveSearchMark(
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

const hasSearchableContent = ({ content, categories }: store.IndexedMessage) =>
  content !== "" || categories !== null;

/** Pauses between slices of a batch: short messages take 20 ms, but the longest ones take seconds. */
async function searchTextsOf(messages: readonly store.IndexedMessage[]): Promise<store.SearchText[]> {
  const texts: store.SearchText[] = [];
  let startedAt = performance.now();
  for (const message of messages) {
    const translated = message.translations ?? [];
    for (const { language, content } of [{ language: "original", content: message.content }, ...translated]) {
      texts.push(searchTextOf(message, language, content));
      if (performance.now() - startedAt < maximumSliceMs) continue;
      await nextTurn();
      startedAt = performance.now();
    }
  }
  return texts;
}

function searchTextOf(
  { id, user_id, created_at, categories }: store.IndexedMessage,
  source: string,
  content: string,
): store.SearchText {
  const folded = fold(content).replace(/\s+/g, " ");
  return {
    message_id: id,
    source,
    user_id,
    created_at,
    has: [
      ...(categories ? ["file", ...categories.filter((category) => category !== "application")] : []),
      ...(/https?:\/\/\S/.test(folded) ? ["link"] : []),
    ],
    lexemes: lexemesOf(folded),
    folded,
  };
}
