import {
  type ChecklistStep,
  checklistSteps,
  type FirstStepsChecklistItem,
} from "@kakehashi/contract/checklist";
import { type Role, roleLockedProfileStatuses } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import * as store from "./store.ts";

export type Checklist = ReturnType<typeof createChecklist>;

export function createChecklist({ db }: { db: Kysely<DB> }) {
  return {
    async list(userId: string): Promise<FirstStepsChecklistItem[]> {
      const person = await store.findProgress(db, userId);
      if (!person) throw createNotFoundError();
      const isDoneByStep: Record<ChecklistStep, boolean> = {
        ...person.done,
        profile: roleLockedProfileStatuses.some((status) => status === person.status),
      };
      // A blocked person cannot write, so the list of first steps is empty.
      if (person.status === "DEACTIVATED") return [];
      return checklistSteps
        .filter((checklistStep) => isStepForRole(checklistStep, person.role))
        .map((checklistStep) => ({ step: checklistStep, done: isDoneByStep[checklistStep] }));
    },
  };
}

/** Whether people with this role need this step. Admins decide on other people's profiles and need none themselves. */
const isStepForRole = (checklistStep: ChecklistStep, role: Role) =>
  checklistStep !== "profile" || role !== "admin";
