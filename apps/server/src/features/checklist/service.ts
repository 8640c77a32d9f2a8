import { type ChecklistItem, type ChecklistStep, checklistSteps } from "@kakehashi/contract/checklist";
import { decidedStatuses, type Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import * as store from "./store.ts";

export type Checklist = ReturnType<typeof createChecklist>;

export function createChecklist({ db }: { db: Kysely<DB> }) {
  return {
    async list(userId: string): Promise<ChecklistItem[]> {
      const person = await store.findProgress(db, userId);
      if (!person) throw notFound();
      const isDoneByStep: Record<ChecklistStep, boolean> = {
        ...person.done,
        profile: decidedStatuses.some((status) => status === person.status),
      };
      // A blocked person cannot write, so the list of first steps is empty.
      if (person.status === "DEACTIVATED") return [];
      return checklistSteps
        .filter((step) => isStepForRole(step, person.role))
        .map((step) => ({ step, done: isDoneByStep[step] }));
    },
  };
}

/** Whether people with this role need this step. Admins decide on other people's profiles and need none themselves. */
const isStepForRole = (step: ChecklistStep, role: Role) => step !== "profile" || role !== "admin";
