import { maximumBroadcastsPerBot, type NewBroadcastRequest } from "@kakehashi/contract/bot-broadcasts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { RunKeyedTask } from "../../kit/turns.ts";
import { recordAudit } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Files } from "../files/service.ts";
import type { BroadcastActor } from "./dependencies.ts";
import type { createBroadcastSettingsChecker } from "./planning.ts";
import type { createBroadcastSending } from "./sending.ts";
import * as store from "./store.ts";

export interface BroadcastPlanDependencies {
  readonly db: Kysely<DB>;
  readonly bots: Bots;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  readonly planBroadcast: ReturnType<typeof createBroadcastSettingsChecker>;
  readonly send: ReturnType<typeof createBroadcastSending>["send"];
  /** Runs changes to the broadcasts of the same bot one after the other, not at the same time. */
  readonly runInTurn: RunKeyedTask;
  notifyBotPeople(botId: string): Promise<void>;
}

/** Returns the function that creates a broadcast. It checks the content, the time and the audience first. */
export function createBroadcastCreation({
  db,
  bots,
  quota,
  planBroadcast,
  send,
  runInTurn,
  notifyBotPeople,
}: BroadcastPlanDependencies) {
  /**
   * Creates a broadcast and the job of its first step. Returns the broadcast's id. A repeated request with the same
   * `client_id` creates nothing and returns the id of the existing broadcast.
   */
  return async function createBroadcast(
    person: BroadcastActor,
    botId: string,
    body: NewBroadcastRequest,
  ): Promise<string> {
    const bot = await bots.require(db, person, botId, "edit");
    const { client_id: clientId } = body;
    const existingId = await store.findBroadcastIdByClientId(db, botId, clientId);
    if (existingId) return existingId;
    const { settings, secondsUntilStart: waitSeconds } = await planBroadcast(person, bot, body, null);
    const insertInTransaction = async (tx: Kysely<DB>) => {
      // `requireIn` locks the bot. So two requests with the same `client_id` run one after the other, and the second
      // finds the broadcast of the first.
      await bots.requireIn(tx, person, botId, "edit", true);
      const parallelBroadcastId = await store.findBroadcastIdByClientId(tx, botId, clientId);
      if (parallelBroadcastId) return parallelBroadcastId;
      if ((await store.countBroadcasts(tx, botId)) >= maximumBroadcastsPerBot)
        throw new AppError("BOT.TOO_MANY_BROADCASTS");
      const id = newId();
      const { userId } = person;
      await quota.storeTexts(tx, userId, () =>
        store.insertBroadcast(tx, { ...settings, id, botId, clientId, userId }),
      );
      await send(tx, id, 0, waitSeconds);
      await recordAudit(tx, person, "bot.broadcast", botId, {
        title: bot.name,
        step: "create",
        broadcast_id: id,
      });
      return id;
    };
    const id = await runInTurn(botId, () => db.transaction().execute(insertInTransaction));
    await notifyBotPeople(botId);
    return id;
  };
}
