import type { BotAction } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { record } from "../audit/service.ts";
import type { Files } from "../files/service.ts";
import { storeWithinSize } from "./bot-size.ts";
import type { Person } from "./flows.ts";
import type { Reader } from "./store.ts";

export interface PartsOfBots {
  readonly db: Kysely<DB>;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  /** Returns the bot if the person may do this with it. Throws "not found" or "forbidden". */
  find(executor: Kysely<DB>, reader: Reader, id: string, action: BotAction, isLocked?: boolean): Promise<Bot>;
}

/**
 * Returns a function that changes one part of a bot in a transaction. The transaction locks the bot, so that changes of
 * the bot run one after the other. `markChanged` stores that the part has changed.
 */
export const createPartChange =
  (
    { db, quota, find }: PartsOfBots,
    part: "articles" | "phrases" | "canned",
    markChanged: (tx: Kysely<DB>, botId: string) => Promise<void>,
  ) =>
  (person: Person, botId: string, act: (tx: Kysely<DB>) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const bot = await find(tx, person, botId, "edit", true);
      await quota.storeTexts(tx, person.userId, () => storeWithinSize(tx, botId, () => act(tx)));
      await markChanged(tx, botId);
      await record(tx, person, "bot.change", botId, { title: bot.name, fields: [part] });
    });
