import {
  homeNameUnits,
  maximumRemovals,
  type ProjectRemoval,
  removalDays,
} from "@kakehashi/contract/project-home";
import type { UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";
import { nameFor } from "./translated.ts";

/** The newest first, without those of projects in which the person has a part again. */
export async function listRemovals(db: Executor, userId: string): Promise<ProjectRemoval[]> {
  const { rows } = await sql<{ id: string; name: string; by: UserSummary; removed_at: Date }>`
    select p.id, left(${nameFor(userId)}, ${sql.lit(homeNameUnits / 2)}) as name, ${personJson} as by,
      m.archived_at as removed_at
    from project_members m join projects p on p.id = m.project_id join users u on u.id = m.removed_by
    where m.user_id = ${userId} and m.removal_seen_at is null
      and m.archived_at > now() - make_interval(days => ${removalDays})
      and not exists (select from project_members again
        where again.project_id = m.project_id and again.user_id = m.user_id
          and (again.archived_at is null or (again.removed_by is not null and again.archived_at > m.archived_at)))
    order by m.archived_at desc, m.id limit ${maximumRemovals}`.execute(db);
  return rows.map(({ id, name, by, removed_at }) => ({
    project: { id, name: name.toWellFormed() },
    by,
    removed_at: removed_at.toISOString(),
  }));
}

/** False: the person was never removed from this project. */
export async function markSeen(db: Executor, userId: string, projectId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update project_members set removal_seen_at = coalesce(removal_seen_at, now())
    where user_id = ${userId} and project_id = ${projectId} and removed_by is not null`.execute(db);
  return numAffectedRows !== 0n;
}
