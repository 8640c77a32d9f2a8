import type { BroadcastChangeRequest } from "@kakehashi/contract/bot-broadcasts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { recordAudit } from "../audit/service.ts";
import type { BroadcastPlanDependencies } from "./creation.ts";
import type { BroadcastActor } from "./dependencies.ts";
import * as sendingStore from "./sending-store.ts";
import * as store from "./store.ts";

/** Returns the function that changes a broadcast before it begins. */
export function createBroadcastChange({
  db,
  bots,
  quota,
  planBroadcast,
  send,
  runInTurn,
  notifyBotPeople,
}: BroadcastPlanDependencies) {
  /**
   * Changes a scheduled broadcast and holds a lock on its row. The job that begins the broadcast takes the same lock.
   * If the change gets the lock first, the job of the old plan then does nothing. If the job gets it first, the change
   * is refused, because the broadcast has begun.
   */
  return async function changeBroadcast(
    person: BroadcastActor,
    botId: string,
    id: string,
    { revision, ...body }: BroadcastChangeRequest,
  ): Promise<void> {
    const bot = await bots.require(db, person, botId, "edit");
    const previousBroadcast = await store.findBroadcast(db, botId, id);
    if (!previousBroadcast) throw createNotFoundError();
    // Check the state first. The planned time of a broadcast that has begun is past, and an error about the time would
    // mislead the editor.
    if (previousBroadcast.state !== "SCHEDULED") throw new AppError("BOT.BROADCAST_BEGUN");
    const { settings, secondsUntilStart: waitSeconds } = await planBroadcast(
      person,
      bot,
      body,
      previousBroadcast,
    );
    const updateBroadcast = async (tx: Kysely<DB>) => {
      await bots.requireIn(tx, person, botId, "edit");
      const row = await sendingStore.lockBroadcast(tx, id);
      if (row?.bot_id !== botId) throw createNotFoundError();
      if (row.state !== "SCHEDULED") throw new AppError("BOT.BROADCAST_BEGUN");
      if (row.revision !== revision) throw new AppError("BOT.EDITED");
      const nextStep = await quota.storeTexts(tx, row.writer_id, () =>
        store.updateBroadcastSettings(tx, id, settings, person.userId),
      );
      await send(tx, id, nextStep, waitSeconds);
      await recordAudit(tx, person, "bot.broadcast", botId, {
        title: bot.name,
        step: "change",
        broadcast_id: id,
      });
    };
    await runInTurn(botId, () => db.transaction().execute(updateBroadcast));
    await notifyBotPeople(botId);
  };
}
