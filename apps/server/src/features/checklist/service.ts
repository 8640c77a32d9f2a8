import { type ChecklistItem, type ChecklistStep, checklistSteps } from "@kakehashi/contract/checklist";
import { type Role, settledStatuses } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import { checklistRoutes } from "./routes.ts";
import * as store from "./store.ts";

export type Checklist = ReturnType<typeof createChecklist>;

export function createChecklist({ db }: { db: Kysely<DB> }) {
  return {
    async of(userId: string): Promise<ChecklistItem[]> {
      const person = await store.findStanding(db, userId);
      if (!person) throw notFound();
      const done: Record<ChecklistStep, boolean> = {
        ...person.done,
        profile: settledStatuses.some((settled) => settled === person.status),
      };
      // Who is blocked cannot write: nothing is left for them to begin with.
      if (person.status === "DEACTIVATED") return [];
      return checklistSteps
        .filter((step) => isFor(step, person.role))
        .map((step) => ({ step, done: done[step] }));
    },

    routes({ route }: Router): void {
      checklistRoutes(route, this);
    },
  };
}

/** An admin activates others, and needs no activation. */
const isFor = (step: ChecklistStep, role: Role) => step !== "profile" || role !== "admin";
