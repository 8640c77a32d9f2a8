import type { BroadcastPauseReason, StoredBroadcastContent } from "@kakehashi/contract/bot-broadcasts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import { countAudience } from "./audience-store.ts";
import { createOutsideResults } from "./outside-results.ts";
import { computeTimesByZone, countSecondsUntil, findEarliestTimeOfAudience } from "./reader-times.ts";
import * as recipients from "./recipient-store.ts";
import * as sendingStore from "./sending-store.ts";
import * as store from "./store.ts";
import { createVisitorSending } from "./visitor-sending.ts";

export const sendBroadcastJob = "broadcasts.send";

interface SendBroadcastJob {
  broadcast_id: string;
  /**
   * The number of the broadcast's step that this job runs. If the broadcast is already at another step, the job does
   * nothing.
   */
  step: number;
}

/** Seconds between two steps of a broadcast. One step sends as many messages as are allowed in this time. */
const sendingStepSeconds = 1;
/**
 * Seconds after which a broadcast that goes by the visitors' own clocks looks for new visitors. A new visitor may live
 * in a time zone that reaches the planned time earlier than the zones of all known visitors.
 */
const checkForNewVisitorsSeconds = 10 * 60;
/** Seconds after which a broadcast checks again whether the bot's earlier broadcast has ended. */
const waitSeconds = 5;
/**
 * A step of a broadcast that takes longer than `timeoutSeconds` counts as failed and runs again. Messages that the step
 * has already sent stay sent.
 */
const jobOptions = { timeoutSeconds: 300, heartbeatSeconds: 15, workers: 2 } as const;
/** The bytes that a stored message takes in addition to its texts. */
const bytesPerMessage = 500;

interface BroadcastSendingDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly bots: Pick<Bots, "sessions">;
  readonly channels: Pick<Channels, "broadcasts">;
  /** Maximum number of messages that one bot sends in a second. */
  readonly perSecond: number;
  /** Sends an event to everybody who works on the bot. */
  notifyBotPeople(botId: string): Promise<void>;
}

/** Returns how many bytes the messages of a broadcast may take if it is sent to the given number of visitors. */
export function computeMessageBytes(content: StoredBroadcastContent, count: number): number {
  const { kind: _, ...texts } = content;
  return count * (Buffer.byteLength(JSON.stringify(texts)) + bytesPerMessage);
}

/**
 * Sends broadcasts in steps. A step is a job that sends the messages of one second and then creates the job of the next
 * step. Each visitor gets the message in a separate transaction. Only the job of the broadcast's current step sends, so
 * a job that runs twice sends nothing twice. A message to a person on a platform is put into the platform's queue, like
 * every message of a bot. The queue accepts only as many broadcast messages as are sent in two seconds, so that a pause
 * takes effect soon.
 */
export function createBroadcastSending({
  db,
  jobs,
  bots,
  channels,
  perSecond,
  notifyBotPeople,
}: BroadcastSendingDependencies) {
  const outsideBroadcasts = channels.broadcasts;
  const { sendToNextVisitors } = createVisitorSending({ db, bots, channels });
  const { storeOutsideResults, takeBackWaitingMessages } = createOutsideResults({
    db,
    jobs,
    bots,
    channels,
  });

  /** Creates the job of a broadcast's step, in the caller's transaction. The job runs after `delaySeconds`. */
  async function createStepJob(
    tx: Kysely<DB>,
    broadcastId: string,
    stepNumber: number,
    delaySeconds = 0,
  ): Promise<void> {
    await jobs.send<SendBroadcastJob>(
      tx,
      sendBroadcastJob,
      { broadcast_id: broadcastId, step: stepNumber },
      { after: delaySeconds },
    );
  }

  /** Returns why the broadcast must pause now. Returns null if it may continue. */
  async function findPauseReason(
    tx: Kysely<DB>,
    row: sendingStore.BroadcastRowForSending,
  ): Promise<BroadcastPauseReason | null> {
    if (row.is_archived) return "ARCHIVED";
    if (row.started_at !== null) return null;
    const { count } = await countAudience(
      tx,
      row.bot_id,
      row.audience,
      outsideBroadcasts.replyWindowMsByPlatform(),
    );
    const freeBytes = await bots.sessions.roomLeft(row.maker_id);
    return computeMessageBytes(row.content, count) > freeBytes ? "NO_ROOM" : null;
  }

  /**
   * Stores the recipients and returns true. If the broadcast goes by the recipients' own clocks and it is still too
   * early for all of them, creates a job for later and returns false instead.
   */
  async function storeRecipients(tx: Kysely<DB>, row: sendingStore.BroadcastRowForSending): Promise<boolean> {
    if (row.reader_time === null) {
      await recipients.insertRecipients(tx, row);
      return true;
    }
    const dueByTimeZone = await computeTimesByZone(tx, row, row.reader_time);
    const firstDueTime = findEarliestTimeOfAudience(dueByTimeZone, row.reader_time);
    if (firstDueTime.getTime() > Date.now()) {
      const nextStep = await sendingStore.updateBroadcastState(tx, row.id, "SCHEDULED");
      await createStepJob(
        tx,
        row.id,
        nextStep,
        Math.min(countSecondsUntil(firstDueTime), checkForNewVisitorsSeconds),
      );
      return false;
    }
    await recipients.insertRecipients(tx, row, dueByTimeZone);
    return true;
  }

  /**
   * Begins a step of a broadcast. The first step also stores the recipients. Returns null if this job has nothing to
   * send.
   */
  const startSendingStep = ({
    broadcast_id,
    step,
  }: SendBroadcastJob): Promise<sendingStore.BroadcastRowForSending | null> =>
    db.transaction().execute(async (tx) => {
      const row = await sendingStore.lockBroadcast(tx, broadcast_id);
      if (row?.step !== step) return null;
      if (row.state === "CANCELLED") await takeBackMessagesAndRecheck(tx, row.id, step);
      if (row.state !== "SCHEDULED" && row.state !== "SENDING") return null;
      const reason = await findPauseReason(tx, row);
      if (reason) {
        await sendingStore.updateBroadcastState(tx, row.id, "PAUSED", reason);
        await outsideBroadcasts.hold(tx, row.id);
        return null;
      }
      await storeOutsideResults(tx, row.id);
      const isFirstStep = row.started_at === null;
      if (isFirstStep && !(await storeRecipients(tx, row))) return null;
      // `row` was read before this transaction stored the recipients and the moment at which the first of them get the
      // broadcast (`wave_at`). So `row` is outdated. This job ends, and the next job reads the row again.
      if (row.state === "SCHEDULED" || (isFirstStep && row.reader_time !== null)) {
        const nextStep = await sendingStore.updateBroadcastState(tx, row.id, "SENDING");
        await createStepJob(tx, row.id, nextStep);
        return null;
      }
      if (row.wave_at !== null && row.wave_at.getTime() > Date.now()) {
        const nextStep = await sendingStore.endSendingStep(tx, row, null);
        if (nextStep !== null) await createStepJob(tx, row.id, nextStep, countSecondsUntil(row.wave_at));
        return null;
      }
      if (await sendingStore.isEarlierBroadcastSending(tx, row)) {
        const nextStep = await sendingStore.endSendingStep(tx, row, null);
        if (nextStep !== null) await createStepJob(tx, row.id, nextStep, waitSeconds);
        return null;
      }
      return row;
    });

  /**
   * Takes back the messages of a broadcast that wait for platforms. If an API call to a platform is still running, a
   * later job takes back the message of that call.
   */
  async function takeBackMessagesAndRecheck(tx: Kysely<DB>, id: string, stepNumber: number): Promise<void> {
    if (await takeBackWaitingMessages(tx, id)) await createStepJob(tx, id, stepNumber, waitSeconds);
  }

  async function runSendingStep(job: SendBroadcastJob): Promise<void> {
    const row = await startSendingStep(job);
    const batchResult = row && (await sendToNextVisitors(row, perSecond * sendingStepSeconds));
    if (!batchResult) return;
    await db.transaction().execute(async (tx) => {
      const nextStep = await sendingStore.endSendingStep(tx, row, batchResult.doneTo);
      if (nextStep === null) return;
      if (batchResult.hasMore) return createStepJob(tx, row.id, nextStep, sendingStepSeconds);
      const nextWave = await recipients.findNextWaveTime(tx, row);
      if (nextWave !== null) {
        await sendingStore.beginRecipientWave(tx, row.id, nextWave);
        return createStepJob(tx, row.id, nextStep, Math.max(sendingStepSeconds, countSecondsUntil(nextWave)));
      }
      await storeOutsideResults(tx, row.id);
      if (await recipients.hasQueuedMessages(tx, row.id))
        return createStepJob(tx, row.id, nextStep, sendingStepSeconds);
      await sendingStore.updateBroadcastState(tx, row.id, "DONE");
      await recipients.storeReasonsIfNobodyReached(tx, row.id);
    });
  }

  jobs.define<SendBroadcastJob>(
    sendBroadcastJob,
    async (job) => {
      await runSendingStep(job);
      // Send the live events even if this job did nothing. The process of an earlier run may have died before it sent
      // them.
      const botId = await store.findBotIdOfBroadcast(db, job.broadcast_id);
      if (botId) await notifyBotPeople(botId);
    },
    jobOptions,
  );

  /**
   * Continues broadcasts whose process has died. Otherwise the job queue would repeat their jobs only after some missed
   * heartbeats. If another process is in fact still sending, the new step ends the other process's step.
   */
  async function continueAbandonedBroadcasts(): Promise<void> {
    for (const id of await sendingStore.listSendingBroadcastIds(db))
      await db.transaction().execute(async (tx) => {
        const row = await sendingStore.lockBroadcast(tx, id);
        if (row?.state !== "SENDING") return;
        // Begin the new step a second later, so that this process and another one that may still be sending do not
        // exceed the rate limit together.
        await createStepJob(
          tx,
          id,
          await sendingStore.updateBroadcastState(tx, id, "SENDING"),
          sendingStepSeconds,
        );
      });
  }

  return {
    send: createStepJob,
    takeBackMessagesAndRecheck,
    continueSending: continueAbandonedBroadcasts,
    storeOutsideResults,
  };
}
