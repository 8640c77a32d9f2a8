import type { ChangedProjectBody, NewProjectBody } from "@kakehashi/contract/project-bodies";
import type { Project } from "@kakehashi/contract/projects";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** A project whose row is locked. `team_id`, `client_id` and `support_id` are the ids of its rooms. */
export interface LockedProject {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly host_id: string;
  readonly status: Project["status"];
  readonly running_since: Date | null;
  readonly start_date: string;
  readonly currency_id: string;
  readonly min_cost: string;
  readonly max_cost: string;
  readonly team_id: string | null;
  readonly client_id: string | null;
  readonly support_id: string | null;
}

/**
 * Locks a project until the transaction ends, so that the membership steps in it run one after another. Undefined if
 * the project does not exist.
 */
export async function lockProject(tx: Executor, id: string): Promise<LockedProject | undefined> {
  const { rows } = await sql<LockedProject>`
    select id, version, name, host_id, status, running_since, start_date::text, currency_id, min_cost, max_cost, team_id, client_id, support_id
    from projects where id = ${id} for update`.execute(tx);
  return rows[0];
}

/**
 * Returns the id of the project that this person has already created with this `creationId`, by an earlier try of the
 * request. With `isLocked`, parallel requests of the person run one after another.
 */
export async function findIdByCreationId(
  executor: Executor,
  hostId: string,
  creationId: string,
  { shouldLock = false } = {},
): Promise<string | undefined> {
  if (shouldLock) await sql`select from users where id = ${hostId} for no key update`.execute(executor);
  const { rows } = await sql<{ id: string }>`
    select id from projects where host_id = ${hostId} and creation_id = ${creationId}`.execute(executor);
  return rows[0]?.id;
}

export function insertProject(
  tx: Executor,
  project: Omit<NewProjectBody, "file_ids" | "client_id"> & {
    id: string;
    creation_id: string | null;
    host_id: string;
    team_id: string;
    client_id: string;
    support_id: string;
  },
) {
  return tx.insertInto("projects").values(project).execute();
}

export function updateProject(
  tx: Executor,
  id: string,
  change: Omit<ChangedProjectBody, "file_ids" | "version">,
) {
  return tx
    .updateTable("projects")
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
}

export function setStatus(tx: Executor, id: string, status: Project["status"]) {
  return tx.updateTable("projects").set({ status }).where("id", "=", id).execute();
}

export function markProjectRunning(tx: Executor, id: string) {
  return tx.updateTable("projects").set({ running_since: sql`now()` }).where("id", "=", id).execute();
}

export async function isCategory(tx: Executor, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom("categories").select("id").where("id", "=", id).executeTakeFirst()) !== undefined
  );
}

/** Returns the code of a currency. Undefined if the currency does not exist. */
export async function findCurrencyCode(tx: Executor, currencyId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("currencies")
    .select("code")
    .where("id", "=", currencyId)
    .executeTakeFirst();
  return row?.code;
}
