import type { Message } from "@kakehashi/contract/messages";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Log } from "../../kit/log.ts";
import { findMessage } from "./store.ts";

/**
 * Kinds of work that follow a message, such as notifications. A database trigger records the work in the message's
 * transaction (migrations 160, 190 and 220).
 */
export type FollowUpTaskKind = "mentions" | "previews" | "push" | "notice_removal" | "machine";
/**
 * Called for work that a stopped process left behind. Does the work again, or finishes it. The stopped process may have
 * done it already, so doing it twice must be harmless. `message` is the current state of the message.
 */
type RecoverWork = (tx: Kysely<DB>, message: Message) => Promise<void>;

/** Milliseconds between checks for work that a stopped process left undone. */
const recoverIntervalMs = 60_000;
/** Age in seconds from which unfinished work counts as abandoned, because its process has stopped. */
const abandonedSeconds = 60;
/** Milliseconds during which finished work is collected. One SQL statement then records all of it. */
const collectFinishedWorkMs = 250;

/**
 * Manages tasks that follow a message, such as notifications. They are not lost if the process stops right after the
 * commit.
 */
export function createFollowUpTaskTracker({ db, log }: { db: Kysely<DB>; log: Log }) {
  const recoverFunctionsByKind = new Map<FollowUpTaskKind, RecoverWork>();
  let finishedWork: { id: string; kind: FollowUpTaskKind }[] = [];
  let collectTimer: NodeJS.Timeout | undefined;
  let recoverTimer: NodeJS.Timeout | undefined;
  let lastTask = Promise.resolve();
  let isClosed = false;

  async function deleteFinishedWork(): Promise<void> {
    clearTimeout(collectTimer);
    collectTimer = undefined;
    const batch = finishedWork;
    finishedWork = [];
    if (batch.length === 0) return;
    await sql`
      delete from message_work w
      using unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ kind }) => kind)}::text[]) as d(id, kind)
      where w.message_id = d.id and w.kind = d.kind`.execute(db);
  }

  /** Finishes one piece of work that a stopped process left behind. Returns false if there is none. */
  async function recoverNextWork(): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ message_id: string; conversation_id: string; kind: FollowUpTaskKind }>`
        select message_id, conversation_id, kind from message_work
        where created_at < now() - make_interval(secs => ${abandonedSeconds}) and kind = any(${[...recoverFunctionsByKind.keys()]}::text[])
        order by created_at limit 1 for update skip locked`.execute(tx);
      const [workRow] = rows;
      if (!workRow) return false;
      const { message_id, conversation_id, kind } = workRow;
      const message = await findMessage(tx, conversation_id, message_id);
      // If the work fails, only its changes are undone up to this savepoint. The transaction goes on and moves the work
      // to the end of the queue of abandoned work.
      await sql`savepoint attempt`.execute(tx);
      try {
        if (message?.deleted === (kind === "notice_removal"))
          await recoverFunctionsByKind.get(kind)?.(tx, message);
        await sql`delete from message_work where message_id = ${message_id} and kind = ${kind}`.execute(tx);
      } catch (error) {
        log.error({ err: error, kind }, "Work that was left behind failed again.");
        await sql`rollback to savepoint attempt`.execute(tx);
        await sql`
          update message_work set created_at = now() where message_id = ${message_id} and kind = ${kind}`.execute(
          tx,
        );
      }
      return true;
    });
  }

  async function recoverAllWork(): Promise<void> {
    while (!isClosed && (await recoverNextWork()));
  }

  function queueTask(runTask: () => Promise<void>, failureMessage: string): void {
    lastTask = lastTask.then(runTask).catch((error: unknown) => log.error({ err: error }, failureMessage));
  }

  return {
    /** Registers the function that finishes work of this kind after a process has stopped. */
    defineRecovery(kind: FollowUpTaskKind, recover: RecoverWork): void {
      recoverFunctionsByKind.set(kind, recover);
    },

    /**
     * Records that the work is done. The record is written a little later, together with others. If the process stops
     * before the record is written, the work is done again.
     */
    markDone(kind: FollowUpTaskKind, { id }: Message): void {
      finishedWork.push({ id, kind });
      if (isClosed) return;
      collectTimer ??= setTimeout(
        () => queueTask(deleteFinishedWork, "Work that is done was not forgotten."),
        collectFinishedWorkMs,
      ).unref();
    },

    /** Starts the checks for abandoned work. Before this, all kinds of work must be registered. */
    start(): void {
      const recoverAbandonedWork = () =>
        queueTask(recoverAllWork, "Looking for work that was left behind failed.");
      recoverTimer = setInterval(recoverAbandonedWork, recoverIntervalMs).unref();
      recoverAbandonedWork();
    },

    async close(): Promise<void> {
      isClosed = true;
      clearInterval(recoverTimer);
      queueTask(deleteFinishedWork, "Work that is done was not forgotten.");
      await lastTask;
    },
  };
}
