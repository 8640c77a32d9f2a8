import { type RawBuilder, sql } from "kysely";
import type { Database } from "../kit/db/database.ts";

type KyselyDb = Database["kysely"];

/**
 * Creates functions that set the times of new rows to the past. The features always write rows with the current time.
 */
export async function createProjectBackdater(db: KyselyDb) {
  const { rows } = await sql<{ started_at: Date }>`select clock_timestamp() as started_at`.execute(db);
  const startedAt = rows[0]?.started_at ?? new Date();

  return {
    /** Sets the times of a new project, its members, rooms and notifications to the past. */
    async moveProjectTimes(projectId: string, newTime: Date): Promise<void> {
      const moveColumnIntoPast = (column: string): RawBuilder<unknown> =>
        sql`${sql.ref(column)} = case when ${sql.ref(column)} >= ${startedAt} then ${newTime} else ${sql.ref(column)} end`;
      const rooms = sql`(select unnest(array[team_id, client_id, support_id]) from projects where id = ${projectId})`;
      await sql`with
        people as (update project_members set ${moveColumnIntoPast("created_at")}, ${moveColumnIntoPast("changed_at")}, ${moveColumnIntoPast("joined_at")}
          where project_id = ${projectId}),
        plan as (update project_milestones set ${moveColumnIntoPast("created_at")}, ${moveColumnIntoPast("done_at")} where project_id = ${projectId}),
        attached as (update files set ${moveColumnIntoPast("created_at")} where project_id = ${projectId}),
        told as (update notifications set ${moveColumnIntoPast("created_at")} where data -> 'project' ->> 'id' = ${projectId}),
        said as (update messages set ${moveColumnIntoPast("created_at")}, ${moveColumnIntoPast("last_reply_at")} where conversation_id in ${rooms}),
        lines as (update conversation_lines set ${moveColumnIntoPast("created_at")} where conversation_id in ${rooms}),
        marked as (update bookmarks set ${moveColumnIntoPast("created_at")}, ${moveColumnIntoPast("done_at")} where conversation_id in ${rooms}),
        asked as (update translations set ${moveColumnIntoPast("waiting_since")}, ${moveColumnIntoPast("asked_at")} where conversation_id in ${rooms}),
        written as (update translation_history set ${moveColumnIntoPast("created_at")}
          where translation_id in (select id from translations where conversation_id in ${rooms})),
        talked as (update conversations set ${moveColumnIntoPast("created_at")}, ${moveColumnIntoPast("changed_at")}, ${moveColumnIntoPast("last_message_at")}
          where id in ${rooms})
        update projects set ${moveColumnIntoPast("created_at")}, ${moveColumnIntoPast("updated_at")}, ${moveColumnIntoPast("running_since")}
          where id = ${projectId}`.execute(db);
    },

    /** Marks all messages in the project's rooms as read by all members. */
    async readAll(projectId: string): Promise<void> {
      await sql`update conversation_members m set read_number = c.last_number, read_high = c.last_number
        from conversations c, projects p where c.id = m.conversation_id and p.id = ${projectId}
          and c.id in (p.team_id, p.client_id, p.support_id)`.execute(db);
    },
  };
}

/**
 * Marks the demo's notifications as read, except those that ask the recipient to act. The server sends no mail for any
 * of them, because all are older than the workspace.
 */
export async function markOldNotificationsRead(db: KyselyDb): Promise<void> {
  await sql`
    update notifications n set mail_pending = false,
      read_at = case when exists (select from project_members m
        where m.project_id = (n.data -> 'project' ->> 'id')::uuid and m.archived_at is null and (
          m.user_id = n.user_id and (
            m.status = 'WAITING_CONFIRM_INVITE' and n.type in ('INVITE_DEVELOPER', 'INVITE_JOIN_PROJECT')
            or m.status = 'WAITING_ACCEPT_APPLY' and n.type = 'ACCEPT_JOIN_PROJECT')
          or m.user_id = n.actor_id and m.status = 'WAITING' and n.type in ('DEVELOPER_JOIN_PROJECT',
            'COMMUNICATOR_APPLY_PROJECT', 'BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT')))
        then read_at else coalesce(read_at, created_at + interval '1 hour') end`.execute(db);
}
