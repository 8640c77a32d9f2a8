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
import type { Projects } from "../projects/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./figures-store.ts";

interface FiguresPeriod {
  conversation_id?: string | undefined;
  project_id?: string | undefined;
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
export function createFigures(
  db: Kysely<DB>,
  rooms: Pick<Rooms, "requireMember">,
  projects: Pick<Projects, "requireJoined">,
) {
  return async (
    { userId, role }: Pick<Actor, "userId" | "role">,
    requestedPeriod: FiguresPeriod,
  ): Promise<TranslationFigures> => {
    const { from, to } = periodOf(requestedPeriod);
    const { conversation_id, project_id } = requestedPeriod;
    if (conversation_id !== undefined) await rooms.requireMember(userId, conversation_id);
    if (project_id !== undefined)
      await projects.requireJoined({ userId, isAdmin: role === "admin" }, project_id);
    const period: store.Period = {
      userId,
      isAdmin: role === "admin",
      conversationId: conversation_id ?? null,
      projectId: project_id ?? null,
      from: new Date(from),
      until: new Date(Date.parse(to) + day),
    };
    const mayCompare = isTranslator(role) || role === "admin";
    const [roomRows, projectRows, translators, days] = await Promise.all([
      store.readRooms(db, period),
      store.readProjects(db, period),
      mayCompare ? store.readTranslators(db, period) : [],
      store.readDays(db, period),
    ]);
    return { from, to, rooms: roomRows, projects: projectRows, translators, days };
  };
}
