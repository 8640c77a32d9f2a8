import { isTranslator } from "@kakehashi/contract/known-languages";
import type { TranslationFigures } from "@kakehashi/contract/translation-figures";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type AskedPeriod, endOfDay, periodOf } from "../../kit/figure-period.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { Projects } from "../projects/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./figures-store.ts";

interface FiguresPeriod extends AskedPeriod {
  conversation_id?: string | undefined;
  project_id?: string | undefined;
}

/** Reports how much people translate, how long requests wait, and how soon everybody can read a message. */
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
      until: endOfDay(to),
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
