import { professionalTranslatorRoles } from "@kakehashi/contract/known-languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { MemberDifference } from "./correct-room-members.ts";
import { joinedStatusesSql } from "./statuses.ts";

/**
 * SQL that selects the people who belong in the client's room of the project `p`: its hosts, and the translators and
 * bridge engineers (BrSE) who have joined it.
 */
const expectedMembers = sql`
  select j.user_id from project_members j join users u on u.id = j.user_id
  where j.project_id = p.id and j.archived_at is null and j.status in ${joinedStatusesSql} and u.deleted_at is null
    and (j.is_host or u.role in (${sql.join(professionalTranslatorRoles.map((role) => sql.lit(role)))}))`;

const currentMembers = sql`
  select r.user_id from conversation_members r where r.conversation_id = p.client_id`;

const missingMembers = sql`(${expectedMembers} except ${currentMembers})`;
const extraMembers = sql`(${currentMembers} except ${expectedMembers})`;

/**
 * Returns the next projects whose client's room lacks somebody or contains somebody who does not belong there. With
 * `userId`, only projects of this person.
 */
export async function listProjectsWithWrongClientRoom(
  db: Executor,
  { userId, after, limit }: { userId: string | null; after: string | null; limit: number },
): Promise<string[]> {
  const isOfPerson = sql`p.id in (select project_id from project_members
    where user_id = ${userId} and archived_at is null)`;
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p
    where p.client_id is not null and (${after}::uuid is null or p.id > ${after})
      ${userId ? sql`and ${isOfPerson}` : sql``} and (exists ${missingMembers} or exists ${extraMembers})
    order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns who is missing in the client's room of a project, and who does not belong there. The caller must have locked
 * the project.
 */
export async function findClientRoomDifference(tx: Executor, projectId: string): Promise<MemberDifference> {
  const { rows } = await sql<MemberDifference>`
    select array(${missingMembers})::text[] as missing, array(${extraMembers})::text[] as extra
    from projects p where p.id = ${projectId}`.execute(tx);
  return rows[0] ?? { missing: [], extra: [] };
}
