import { createHash } from "node:crypto";
import type { AuditAction } from "@kakehashi/contract/audit-actions";
import { type Kysely, sql } from "kysely";
import { isTemporaryDatabaseError } from "../../kit/db/outage.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { networkOf } from "../../kit/http/network.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import { type AuditAuthor, recordAudit } from "./record.ts";

/** Actions that a stranger can repeat as often as they like. So the number of their audit log entries is limited. */
export type RepeatedAction = Extract<AuditAction, `sign-in.${"fail" | "slow" | "code"}` | `access.${string}`>;

/**
 * Maximum audit log entries of one action per hour. `subject` is the limit for one account (or for all unknown accounts
 * together), `installation` the limit for all accounts together.
 */
export const maximumEntriesPerHour = { subject: 50, installation: 1_000 } as const;

const writeDelayMs = 250;
const retryDelayMs = 5_000;
const readerTimeoutMs = 1_000;
const pruneIntervalMs = 10 * 60 * 1000;
/**
 * Maximum number of different events in the queue, which is written four times a second. Further events are dropped.
 * They are beyond the hourly limit of audit entries, so they would not be stored anyway.
 */
const maximumQueuedEvents = 10_000;

export interface RepeatedEvent {
  author: AuditAuthor;
  action: RepeatedAction;
  subjectId: string | null;
  details?: Readonly<Record<string, unknown>>;
}

export interface RepeatedEvents {
  /**
   * Queues an event for the audit log and returns at once, so that the response time reveals nothing about an account.
   * Events with the same action, account and network are counted together for one hour. The 1st, 2nd, 4th, 8th … event
   * of the hour adds an audit entry, which stores the count as `times`.
   */
  add(event: RepeatedEvent): void;
  /**
   * Writes the queued events before somebody reads the audit log. Waits one second at most; a longer write continues in
   * the background.
   */
  flush(): Promise<void>;
  /** Stops the timer and writes all queued events to the audit log, before the process ends. */
  close(): Promise<void>;
}

interface QueuedEvent extends RepeatedEvent {
  id: string;
  at: Date;
  times: number;
}

const eventKeyOf = ({ action, subjectId, author }: RepeatedEvent) =>
  `${action} ${subjectId ?? ""} ${networkOf(author.ip)}`;

export function createRepeatedEvents({
  db,
  ...otherDependencies
}: {
  db: Kysely<DB>;
  log: Log;
}): RepeatedEvents {
  const log = otherDependencies.log.child({ feature: "audit" });
  const logFailure = (error: unknown) => log.error({ err: error }, "Writing to the audit log failed.");
  let queuedEvents = new Map<string, QueuedEvent>();
  let lastWritePromise = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let prunedAt = 0;

  function enqueue(event: QueuedEvent, delayMs: number): void {
    const key = eventKeyOf(event);
    const queuedEvent = queuedEvents.get(key);
    if (queuedEvent) queuedEvent.times += event.times;
    else if (queuedEvents.size < maximumQueuedEvents) queuedEvents.set(key, event);
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = null;
      void queueWrite();
    }, delayMs).unref();
  }

  async function writeQueuedEvents(): Promise<void> {
    const events = [...queuedEvents.values()];
    queuedEvents = new Map();
    for (const [index, event] of events.entries()) {
      try {
        await writeEvent(db, event);
      } catch (error) {
        logFailure(error);
        if (!isTemporaryDatabaseError(error)) continue;
        for (const event of events.slice(index)) enqueue(event, retryDelayMs);
        return;
      }
    }
    if (events.length === 0 || Date.now() - prunedAt < pruneIntervalMs) return;
    prunedAt = Date.now();
    await pruneCounts(db).catch(logFailure);
  }

  function queueWrite(): Promise<void> {
    lastWritePromise = lastWritePromise.then(writeQueuedEvents);
    return lastWritePromise;
  }

  return {
    add: (event) => enqueue({ ...event, id: newId(), at: new Date(), times: 1 }, writeDelayMs),
    async flush() {
      const timeout = Promise.withResolvers<void>();
      const timeoutTimer = setTimeout(timeout.resolve, readerTimeoutMs);
      await Promise.race([queueWrite(), timeout.promise]);
      clearTimeout(timeoutTimer);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await queueWrite();
    },
  };
}

async function writeEvent(db: Kysely<DB>, event: QueuedEvent): Promise<void> {
  const { author, action, subjectId, details, id, at } = event;
  await db.transaction().execute(async (tx) => {
    const times = await increaseEventCount(tx, eventKeyOf(event), event.times);
    const hasReachedPowerOfTwo = Math.clz32(times) < Math.clz32(times - event.times);
    if (!hasReachedPowerOfTwo) return;
    if ((await increaseEventCount(tx, `${action} ${subjectId ?? ""}`)) > maximumEntriesPerHour.subject)
      return;
    if ((await increaseEventCount(tx, action)) > maximumEntriesPerHour.installation) return;
    await recordAudit(tx, author, action, subjectId, times === 1 ? details : { ...details, times }, {
      id,
      at,
    });
  });
}

/** Increases the count of an event for this hour and returns the new count. */
async function increaseEventCount(db: Kysely<DB>, event: string, times = 1): Promise<number> {
  const key = createHash("sha256").update(event).digest();
  const { rows } = await sql<{ count: number }>`
    insert into event_counts as e (key, hour, count) values (${key}, date_trunc('hour', now()), ${times}::integer)
    on conflict (key, hour) do update set count = e.count + excluded.count
    returning count`.execute(db);
  return rows[0]?.count ?? times;
}

async function pruneCounts(db: Kysely<DB>): Promise<void> {
  await sql`delete from event_counts where hour < now() - interval '2 hours'`.execute(db);
}
