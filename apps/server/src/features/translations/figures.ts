import { isTranslator } from "@kakehashi/contract/known-languages";
import {
  type BotTranslationFigures,
  maximumFigureRows,
  type TranslationFigures,
  type TranslatorFigures,
} from "@kakehashi/contract/translation-figures";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { completePeriod, endOfDay, type RequestedPeriod } from "../../kit/figure-period.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { Projects } from "../projects/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./figures-store.ts";

interface FiguresPeriod extends RequestedPeriod {
  conversation_id?: string | undefined;
  project_id?: string | undefined;
}

type BotFiguresOfTranslator = Pick<
  TranslatorFigures,
  "user" | "bot_waiting" | "bot_texts" | "bot_characters"
>;

/** Reports how much of the bots' texts is translated. Contains only the bots on which the reader works. */
export interface BotTextReport {
  readonly bots: BotTranslationFigures[];
  readonly translators: readonly BotFiguresOfTranslator[];
}
export type LoadBotTextReport = (
  userId: string,
  period: { readonly from: Date; readonly until: Date },
) => Promise<BotTextReport>;

const zeroMessageFigures = {
  waiting: 0,
  translated: 0,
  retranslated: 0,
  memory_hits: 0,
  characters: 0,
  approved: 0,
  median_wait_seconds: null,
};
const zeroBotFigures = { bot_waiting: 0, bot_texts: 0, bot_characters: 0 };

/**
 * Returns the rows of translators with two kinds of columns: for messages and for bots' texts. People who translated
 * only bots' texts come last.
 */
function addBotFigures(
  translators: readonly store.TranslatorMessageFigures[],
  botFigures: readonly BotFiguresOfTranslator[],
): TranslatorFigures[] {
  const remainingBotFigures = new Map(botFigures.map((figures) => [figures.user.id, figures]));
  const rows = translators.map((row) => {
    const botFiguresOfPerson = remainingBotFigures.get(row.user.id);
    remainingBotFigures.delete(row.user.id);
    return { ...zeroBotFigures, ...botFiguresOfPerson, ...row };
  });
  return [
    ...rows,
    ...[...remainingBotFigures.values()].map((figures) => ({ ...zeroMessageFigures, ...figures })),
  ].slice(0, maximumFigureRows);
}

/**
 * Reports how much people translate, how long requests wait for a translation, and how soon everybody can read a
 * message in their language.
 */
export function createFigures(
  db: Kysely<DB>,
  rooms: Pick<Rooms, "requireMember">,
  projects: Pick<Projects, "requireJoined">,
) {
  let readBotTexts: LoadBotTextReport = async () => ({ bots: [], translators: [] });

  async function readFiguresOfGroup(
    { userId, role }: Pick<Actor, "userId" | "role">,
    requestedPeriod: FiguresPeriod,
  ): Promise<TranslationFigures> {
    const { from, to } = completePeriod(requestedPeriod);
    const { conversation_id, project_id } = requestedPeriod;
    if (conversation_id !== undefined) await rooms.requireMember(userId, conversation_id);
    if (project_id !== undefined)
      await projects.requireJoined({ userId, isAdmin: role === "admin" }, project_id);
    const period: store.FiguresReportScope = {
      readerId: userId,
      isAdmin: role === "admin",
      conversationId: conversation_id ?? null,
      projectId: project_id ?? null,
      from: new Date(from),
      until: endOfDay(to),
    };
    const mayCompareTranslators = isTranslator(role) || role === "admin";
    const coversAllRooms = conversation_id === undefined && project_id === undefined;
    const [roomRows, projectRows, translators, days, botTextReport] = await Promise.all([
      store.readFiguresByRoom(db, period),
      store.readFiguresByProject(db, period),
      mayCompareTranslators ? store.readFiguresByTranslator(db, period) : [],
      store.readFiguresByDay(db, period),
      coversAllRooms ? readBotTexts(userId, period) : null,
    ]);
    return {
      from,
      to,
      rooms: roomRows,
      projects: projectRows,
      translators: addBotFigures(translators, (mayCompareTranslators && botTextReport?.translators) || []),
      bots: botTextReport?.bots ?? [],
      days,
    };
  }
  return {
    read: readFiguresOfGroup,
    /** Registers the function that reads the report about bots' texts. The feature `bot-texts` calls this. */
    defineBotTexts(readFunction: LoadBotTextReport): void {
      readBotTexts = readFunction;
    },
  };
}
