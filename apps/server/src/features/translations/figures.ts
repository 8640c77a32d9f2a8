import { isTranslator } from "@kakehashi/contract/known-languages";
import {
  daysBetween,
  defaultFigureDays,
  maximumFigureDays,
  type TranslationFigures,
} from "@kakehashi/contract/translation-figures";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { csvMark, csvRow } from "../../kit/text/csv.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./figures-store.ts";

interface FiguresPeriod {
  conversation_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** If only one day is given, the other is at the default distance. Both days are included. */
function periodOf({ from, to }: FiguresPeriod): { from: string; to: string } {
  const span = (defaultFigureDays - 1) * day;
  const last =
    to ?? (from === undefined ? dayOf(Date.now()) : dayOf(Math.min(Date.now(), Date.parse(from) + span)));
  const first = from ?? dayOf(Date.parse(last) - span);
  const length = daysBetween(first, last);
  if (length < 1 || length > maximumFigureDays)
    throw new AppError("ERR.INPUT", { fields: { from: "period" } });
  return { from: first, to: last };
}

/** How much people translate, how long translations wait, and how soon everybody can read a message. */
export function createFigures(db: Kysely<DB>, rooms: Pick<Rooms, "requireMember">) {
  return async (
    { userId, role }: Pick<Actor, "userId" | "role">,
    requestedPeriod: FiguresPeriod,
  ): Promise<TranslationFigures> => {
    const { from, to } = periodOf(requestedPeriod);
    if (requestedPeriod.conversation_id !== undefined)
      await rooms.requireMember(userId, requestedPeriod.conversation_id);
    const period: store.Period = {
      userId,
      conversationId: requestedPeriod.conversation_id ?? null,
      from: new Date(from),
      until: new Date(Date.parse(to) + day),
    };
    const mayCompare = isTranslator(role) || role === "admin";
    const [roomRows, translators, days] = await Promise.all([
      store.readRooms(db, period),
      mayCompare ? store.readTranslators(db, period) : [],
      store.readDays(db, period),
    ]);
    return { from, to, rooms: roomRows, translators, days };
  };
}

const columns = [
  "kind",
  "name",
  "waiting",
  "median_wait_seconds",
  "translated",
  "retranslated",
  "memory_hits",
  "characters",
  "approved",
  "messages",
  "readable",
  "median_readable_seconds",
  "p95_readable_seconds",
] as const;

/**
 * A table with a row for each room and each translator, as CSV (RFC 4180) in UTF-8 with a byte order mark for
 * spreadsheets.
 */
export function toCsv({ rooms, translators }: TranslationFigures): string {
  type Row = Partial<Record<(typeof columns)[number], string | number | null>>;
  const rows: Row[] = [
    ...rooms.map(({ conversation, ...figures }) => ({
      ...figures,
      kind: "conversation",
      name: conversation.name ?? conversation.partner?.name ?? "",
    })),
    ...translators.map(({ user, ...figures }) => ({ ...figures, kind: "translator", name: user.name })),
  ];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
  return csvMark + lines.map(csvRow).join("");
}
