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

interface Asked {
  conversation_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** With one end given, the other lies as far away as without any; both included. */
function periodOf({ from, to }: Asked): { from: string; to: string } {
  const span = (defaultFigureDays - 1) * day;
  const last =
    to ?? (from === undefined ? dayOf(Date.now()) : dayOf(Math.min(Date.now(), Date.parse(from) + span)));
  const first = from ?? dayOf(Date.parse(last) - span);
  const length = daysBetween(first, last);
  if (length < 1 || length > maximumFigureDays)
    throw new AppError("ERR.INPUT", { fields: { from: "period" } });
  return { from: first, to: last };
}

/** How much people translate, how long it waits, and how soon everybody can read what is said. */
export function createFigures(db: Kysely<DB>, rooms: Pick<Rooms, "requireMember">) {
  return async (
    { userId, role }: Pick<Actor, "userId" | "role">,
    asked: Asked,
  ): Promise<TranslationFigures> => {
    const { from, to } = periodOf(asked);
    if (asked.conversation_id !== undefined) await rooms.requireMember(userId, asked.conversation_id);
    const period: store.Period = {
      userId,
      conversationId: asked.conversation_id ?? null,
      from: new Date(from),
      until: new Date(Date.parse(to) + day),
    };
    const mayCompare = isTranslator(role) || role === "admin";
    const [found, translators, days] = await Promise.all([
      store.readRooms(db, period),
      mayCompare ? store.readTranslators(db, period) : [],
      store.readDays(db, period),
    ]);
    return { from, to, rooms: found, translators, days };
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

/** A row for each room and each translator, as RFC 4180 writes tables, in UTF-8 that a spreadsheet recognises. */
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
