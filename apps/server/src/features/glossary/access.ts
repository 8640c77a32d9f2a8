import { canManageMemory } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Projects } from "../projects/service.ts";
import { findLanguageSpeaker } from "../users/service.ts";
import * as store from "./store.ts";
import { firmGlossaryScope } from "./store.ts";

interface GlossaryAccessDependencies {
  readonly db: Kysely<DB>;
  readonly projects: Pick<Projects, "requireJoined">;
}

/** Checks who may read and edit the glossaries of the firm and of projects. */
export function createGlossaryAccess({ db, projects }: GlossaryAccessDependencies) {
  /**
   * Returns the scope of a glossary to edit: the project's id, or the firm's scope. Throws if the person may not edit
   * this glossary.
   */
  async function requireEditableScope(
    userId: string,
    projectId: string | undefined,
    executor: Kysely<DB> = db,
  ): Promise<string> {
    const person = await findLanguageSpeaker(executor, userId);
    if (!person || !canManageMemory(person.role)) throw new AppError("MEMORY.TRANSLATORS");
    const reader = { userId, isAdmin: person.role === "admin" };
    if (projectId) await projects.requireJoined(reader, projectId, executor);
    return projectId ?? firmGlossaryScope;
  }

  /**
   * Returns the scope of a project's glossary. Throws if the person has not joined the project and so may not read its
   * glossary.
   */
  async function requireReadableScope(userId: string, projectId: string): Promise<string> {
    const person = await findLanguageSpeaker(db, userId);
    await projects.requireJoined({ userId, isAdmin: person?.role === "admin" }, projectId);
    return projectId;
  }

  /** Locks a glossary entry and returns it. Throws if the person may not edit it. */
  async function lockEditableEntry(
    tx: Kysely<DB>,
    userId: string,
    id: string,
  ): Promise<store.LockedGlossaryEntry> {
    await requireEditableScope(userId, undefined, tx);
    const entry = await store.lockEntry(tx, id);
    if (entry.scope !== firmGlossaryScope) await requireEditableScope(userId, entry.scope, tx);
    return entry;
  }

  return { requireEditableScope, requireReadableScope, lockEditableEntry };
}
