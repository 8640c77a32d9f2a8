import type { PauseReason, StoredBroadcastContent } from "@kakehashi/contract/bot-broadcasts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { type Bots, writeBroadcastTurn } from "../bots/service.ts";
import { countAudience, isTalking } from "./audience-store.ts";
import * as recipients from "./recipient-store.ts";
import * as store from "./store.ts";

export const sendJob = "broadcasts.send";

interface SendJob {
  broadcast_id: string;
  /** The job does nothing if the broadcast has gone on to another step. */
  step: number;
}

/** Seconds between two steps. Each sends as many messages as are allowed in this time. */
const stepSeconds = 1;
/** Seconds after which a broadcast looks again whether the one before it has ended. */
const waitSeconds = 5;
/** A step that takes longer counts as failed and runs again. What it has sent stays sent. */
const jobOptions = { timeoutSeconds: 300, heartbeatSeconds: 15, workers: 2 } as const;
/** Bytes of a stored message beside its texts. */
const messageBytes = 500;

interface Parts {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly bots: Pick<Bots, "sessions">;
  /** The most messages a second of one bot. */
  readonly perSecond: number;
  /** Tells everybody who works on the bot. */
  tellPeople(botId: string): Promise<void>;
}

/** Returns how many bytes a broadcast to this many visitors may take. */
export function bytesOf(content: StoredBroadcastContent, count: number): number {
  const { kind: _, ...texts } = content;
  return count * (Buffer.byteLength(JSON.stringify(texts)) + messageBytes);
}

/**
 * Sends broadcasts, step by step. A step is a job that sends what one second allows, one transaction for each visitor,
 * and creates the job of the next step. Only the job with the broadcast's present step goes on, so a job that runs twice
 * sends nothing twice.
 */
export function createSending({ db, jobs, bots, perSecond, tellPeople }: Parts) {
  /** Creates the job of a step, in the caller's transaction. */
  async function send(tx: Kysely<DB>, broadcastId: string, step: number, after = 0): Promise<void> {
    await jobs.send<SendJob>(tx, sendJob, { broadcast_id: broadcastId, step }, { after });
  }

  /** Why the broadcast cannot go on now. Null if it can. */
  async function obstacle(tx: Kysely<DB>, row: store.SendingRow): Promise<PauseReason | null> {
    if (row.is_archived) return "ARCHIVED";
    if (row.started_at !== null) return null;
    const { count } = await countAudience(tx, row.bot_id, row.audience);
    const left = await bots.sessions.roomLeft(row.maker_id);
    return bytesOf(row.content, count) > left ? "NO_ROOM" : null;
  }

  /** Begins a step. The first one plans. Returns null if this job has nothing to send. */
  const begin = ({ broadcast_id, step }: SendJob): Promise<store.SendingRow | null> =>
    db.transaction().execute(async (tx) => {
      const row = await store.lockBroadcast(tx, broadcast_id);
      if (row?.step !== step || (row.state !== "SCHEDULED" && row.state !== "SENDING")) return null;
      const reason = await obstacle(tx, row);
      if (reason) {
        await store.updateState(tx, row.id, "PAUSED", reason);
        return null;
      }
      if (row.started_at === null) await recipients.planRecipients(tx, row);
      if (row.state === "SCHEDULED") {
        const next = await store.updateState(tx, row.id, "SENDING");
        await send(tx, row.id, next);
        return null;
      }
      if (await store.isAnotherFirst(tx, row)) {
        const next = await store.endStep(tx, row, null);
        if (next !== null) await send(tx, row.id, next, waitSeconds);
        return null;
      }
      return row;
    });

  /**
   * Sends to one visitor and stores the result, in one transaction. The broadcast is locked first, so after a pause
   * nobody gets it. Returns false if the step is over.
   */
  async function sendTo(row: store.SendingRow, sessionId: string): Promise<boolean> {
    const result = await db.transaction().execute(async (tx) => {
      const now = await store.lockBroadcast(tx, row.id);
      if (now?.step !== row.step || now.state !== "SENDING") return "over";
      if (!(await recipients.lockRecipient(tx, row.id, sessionId))) return "done before";
      const session = await bots.sessions.lock(tx, sessionId);
      const outcome = async () => {
        if (!session) return "GONE";
        if (session.conversation_id && (await isTalking(tx, session.conversation_id))) return "TALKING";
        return (await writeBroadcastTurn(tx, session, row)) ? "SENT" : "FULL";
      };
      const reached = await outcome();
      await recipients.setResult(tx, row.id, sessionId, reached);
      return reached;
    });
    if (result === "SENT") bots.sessions.tell(sessionId);
    return result !== "over";
  }

  async function runStep(job: SendJob): Promise<void> {
    const row = await begin(job);
    if (!row) return;
    const batch = await recipients.listNext(db, row, perSecond * stepSeconds);
    for (const sessionId of batch) if (!(await sendTo(row, sessionId))) return;
    await db.transaction().execute(async (tx) => {
      const next = await store.endStep(tx, row, batch.at(-1) ?? null);
      if (next === null) return;
      if (batch.length < perSecond * stepSeconds) await store.updateState(tx, row.id, "DONE");
      else await send(tx, row.id, next, stepSeconds);
    });
  }

  jobs.define<SendJob>(
    sendJob,
    async (job) => {
      await runStep(job);
      // Also after a step of which another process has died before it told.
      const botId = await store.botOf(db, job.broadcast_id);
      if (botId) await tellPeople(botId);
    },
    jobOptions,
  );

  /**
   * Goes on with what was being sent when a process died. Its job would be tried again only once the queue has missed
   * its signs of life. Another process that is sending stops: its step is over.
   */
  async function goOn(): Promise<void> {
    for (const id of await store.listSending(db))
      await db.transaction().execute(async (tx) => {
        const row = await store.lockBroadcast(tx, id);
        if (row?.state !== "SENDING") return;
        // A second later, so that the two processes together send no more than is allowed.
        await send(tx, id, await store.updateState(tx, id, "SENDING"), stepSeconds);
      });
  }

  return { send, goOn };
}
