import { type BotTranslationFigures, maximumFigureRows } from "@kakehashi/contract/translation-figures";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Translations } from "../translations/service.ts";
import * as store from "./figures-store.ts";
import type { PersonReadingBotTexts } from "./sight.ts";

type ReadBotTextFigures = Parameters<Translations["defineBotFigures"]>[0];

/** Reads how many bot texts were translated for a person's bots, for the report about all translations. */
export const createBotTextFigures =
  (
    db: Kysely<DB>,
    countWaiting: (
      reader: PersonReadingBotTexts,
    ) => Promise<ReadonlyMap<string, { name: string; waiting: number }>>,
  ): ReadBotTextFigures =>
  async (userId, period) => {
    // The report covers only the bots on which the person works, even for an admin. With `isAdmin: true`, the report
    // would cover all bots.
    const waitingCountsByBot = await countWaiting({ userId, isAdmin: false });
    const figureRows = await store.readFiguresPerBot(db, userId, period);
    const idsWithFigures = new Set(figureRows.map(({ bot }) => bot.id));
    const rows: BotTranslationFigures[] = figureRows.map((row) => ({
      ...row,
      waiting: waitingCountsByBot.get(row.bot.id)?.waiting ?? 0,
    }));
    for (const [id, { name, waiting: count }] of waitingCountsByBot)
      if (!idsWithFigures.has(id) && count > 0)
        rows.push({
          bot: { id, name },
          waiting: count,
          median_wait_seconds: null,
          translated: 0,
          retranslated: 0,
          characters: 0,
        });
    return {
      bots: rows.slice(0, maximumFigureRows),
      translators: await store.readFiguresPerTranslator(db, userId, period),
    };
  };
