import type { ActionOnBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { recordAudit } from "../audit/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import { storeWithinBotSize } from "./bot-size.ts";
import type { BotActor } from "./person.ts";
import type { BotReader } from "./store.ts";

export interface BotContentChangeDependencies {
  readonly db: Kysely<DB>;
  readonly live: Pick<Live, "toUser">;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  /**
   * Returns the bot if the reader's role on it allows the given action. Throws "not found" or "forbidden" otherwise.
   */
  findBot(
    executor: Kysely<DB>,
    reader: BotReader,
    id: string,
    action: ActionOnBot,
    isLocked?: boolean,
  ): Promise<Bot>;
}

/**
 * Returns functions that change a bot's articles, phrases or canned answers (`contentPart`) in a transaction. The transaction
 * locks the bot, so that changes of the bot run one after the other. `markChanged` stores that the part has changed.
 */
export function createBotContentChange(
  { db, live, quota, findBot: find }: BotContentChangeDependencies,
  contentPart: "articles" | "phrases" | "canned",
  markChanged: (tx: Kysely<DB>, botId: string) => Promise<void>,
) {
  async function changeBotPart(
    person: BotActor,
    botId: string,
    action: ActionOnBot,
    writeChange: (tx: Kysely<DB>, bot: Bot) => Promise<void>,
  ): Promise<void> {
    const { people } = await db.transaction().execute(async (tx) => {
      const bot = await find(tx, person, botId, action, true);
      await quota.storeTexts(tx, person.userId, () =>
        storeWithinBotSize(tx, botId, () => writeChange(tx, bot)),
      );
      await markChanged(tx, botId);
      return bot;
    });
    for (const { user } of people) live.toUser(user.id, { type: "BOT_TEXTS_CHANGED", bot_id: botId });
  }
  return {
    /** Lets an editor change a bot's articles, phrases or canned answers, and records the change in the audit log. */
    change: (
      person: BotActor,
      botId: string,
      writeChange: (tx: Kysely<DB>) => Promise<void>,
    ): Promise<void> =>
      changeBotPart(person, botId, "edit", async (tx, bot) => {
        await writeChange(tx);
        await recordAudit(tx, person, "bot.change", botId, { title: bot.name, fields: [contentPart] });
      }),
    /** Lets a translator who works on the bot change its texts. `writeChange` checks the translator's permission. */
    rewriteTexts: (
      person: BotActor,
      botId: string,
      writeChange: (tx: Kysely<DB>, bot: Bot) => Promise<void>,
    ): Promise<void> => changeBotPart(person, botId, "read", writeChange),
  };
}
