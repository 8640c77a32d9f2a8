import type { BroadcastDetail, BroadcastState } from "@kakehashi/contract/bot-broadcasts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { RunKeyedTask } from "../../kit/turns.ts";
import { recordAudit } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import type { BroadcastActor } from "./dependencies.ts";
import type { createRemoval } from "./removal.ts";
import type { createBroadcastSending } from "./sending.ts";
import * as sendingStore from "./sending-store.ts";

type BroadcastAction = "pause" | "resume" | "cancel" | "remove";

interface BroadcastStateDependencies {
  readonly db: Kysely<DB>;
  readonly bots: Pick<Bots, "requireIn">;
  readonly outsideBroadcasts: Pick<Channels["broadcasts"], "hold" | "release" | "wake">;
  readonly broadcastSending: Pick<
    ReturnType<typeof createBroadcastSending>,
    "send" | "takeBackMessagesAndRecheck"
  >;
  readonly broadcastRemoval: Pick<ReturnType<typeof createRemoval>, "begin">;
  /** Runs the changes of one bot's broadcasts one after the other. */
  readonly runInTurn: RunKeyedTask;
  /** Sends an event to everybody who works on the bot. */
  notifyBotPeople(botId: string): Promise<void>;
  viewBroadcast(botId: string, id: string): Promise<BroadcastDetail>;
}

/** Pauses, resumes, cancels and removes broadcasts. */
export function createBroadcastStateChanges({
  db,
  bots,
  outsideBroadcasts,
  broadcastSending,
  broadcastRemoval,
  runInTurn,
  notifyBotPeople,
  viewBroadcast,
}: BroadcastStateDependencies) {
  /** Locks one broadcast and changes it. Throws BOT.BROADCAST_STATE if its state is not one of `states`. */
  async function changeBroadcast(
    person: BroadcastActor,
    { botId, id, step }: { botId: string; id: string; step: BroadcastAction },
    states: readonly BroadcastState[],
    changeState: (tx: Kysely<DB>, row: sendingStore.BroadcastRowForSending) => Promise<void>,
  ): Promise<void> {
    const changeInTransaction = async (tx: Kysely<DB>) => {
      const bot = await bots.requireIn(tx, person, botId, "edit");
      const row = await sendingStore.lockBroadcast(tx, id);
      if (row?.bot_id !== botId) throw createNotFoundError();
      if (!states.includes(row.state)) throw new AppError("BOT.BROADCAST_STATE");
      await changeState(tx, row);
      await recordAudit(tx, person, "bot.broadcast", botId, { title: bot.name, step, broadcast_id: id });
    };
    await runInTurn(botId, () => db.transaction().execute(changeInTransaction));
    await notifyBotPeople(botId);
  }

  return {
    async pause(person: BroadcastActor, botId: string, id: string): Promise<BroadcastDetail> {
      await changeBroadcast(person, { botId, id, step: "pause" }, ["SENDING"], async (tx) => {
        await sendingStore.updateBroadcastState(tx, id, "PAUSED", "PERSON");
        await outsideBroadcasts.hold(tx, id);
      });
      return viewBroadcast(botId, id);
    },

    async resume(person: BroadcastActor, botId: string, id: string): Promise<BroadcastDetail> {
      await changeBroadcast(person, { botId, id, step: "resume" }, ["PAUSED"], async (tx, row) => {
        if (row.is_archived) throw new AppError("BOT.ARCHIVED");
        await broadcastSending.send(tx, id, await sendingStore.updateBroadcastState(tx, id, "SENDING"));
        await outsideBroadcasts.release(tx, id);
      });
      outsideBroadcasts.wake();
      return viewBroadcast(botId, id);
    },

    async cancel(person: BroadcastActor, botId: string, id: string): Promise<BroadcastDetail> {
      const states = ["SCHEDULED", "SENDING", "PAUSED"] as const;
      await changeBroadcast(person, { botId, id, step: "cancel" }, states, async (tx) => {
        await broadcastSending.takeBackMessagesAndRecheck(
          tx,
          id,
          await sendingStore.updateBroadcastState(tx, id, "CANCELLED"),
        );
      });
      outsideBroadcasts.wake();
      return viewBroadcast(botId, id);
    },

    async remove(person: BroadcastActor, botId: string, id: string): Promise<void> {
      await changeBroadcast(person, { botId, id, step: "remove" }, ["DONE", "CANCELLED"], async (tx) => {
        await broadcastRemoval.begin(tx, id);
      });
    },
  };
}
