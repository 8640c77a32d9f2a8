import type { Project, ProjectBody, ProjectChange } from "@kakehashi/contract/projects";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * Locks a project until the transaction ends, so that steps of its members run one after another. Returns its rooms
 * and state.
 */
export interface LockedProject {
  readonly id: string;
  readonly name: string;
  readonly host_id: string;
  readonly status: Project["status"];
  readonly running_since: Date | null;
  readonly min_cost: string;
  readonly max_cost: string;
  readonly team_id: string | null;
  readonly client_id: string | null;
  readonly support_id: string | null;
}

export async function lockProject(tx: Executor, id: string): Promise<LockedProject | undefined> {
  const { rows } = await sql<LockedProject>`
    select id, name, host_id, status, running_since, min_cost, max_cost, team_id, client_id, support_id
    from projects where id = ${id} for update`.execute(tx);
  return rows[0];
}

export function insertProject(
  tx: Executor,
  project: Omit<ProjectBody, "file_ids"> & {
    id: string;
    host_id: string;
    team_id: string;
    client_id: string;
    support_id: string;
  },
) {
  return tx.insertInto("projects").values(project).execute();
}

export function updateProject(tx: Executor, id: string, change: Omit<ProjectChange, "file_ids">) {
  return tx
    .updateTable("projects")
    .set({ ...change, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

export function setStatus(tx: Executor, id: string, status: Project["status"]) {
  return tx.updateTable("projects").set({ status }).where("id", "=", id).execute();
}

export function setRunning(tx: Executor, id: string) {
  return tx.updateTable("projects").set({ running_since: sql`now()` }).where("id", "=", id).execute();
}

export async function isInCatalogue(
  tx: Executor,
  table: "categories" | "currencies",
  id: string,
): Promise<boolean> {
  const catalogueRow = await tx.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst();
  return catalogueRow !== undefined;
}
