import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** How many rows one query of an export reads. */
const rowsPerQuery = 500;
/** How many snippets one query of an export reads. The number is small, because code may be long. */
const snippetsPerQuery = 50;

const queryFirstRow = async (db: Executor, query: ReturnType<typeof sql>) =>
  ((await query.execute(db)).rows[0] as object | undefined) ?? null;
const queryRows = async (db: Executor, query: ReturnType<typeof sql>) =>
  (await query.execute(db)).rows as object[];

/** Reads the row of the person's account. Leaves out hashes, keys and the names of queues for live events. */
export const findAccount = (db: Executor, userId: string) =>
  queryFirstRow(
    db,
    sql`select id, email, name, reading, latin_name, role, account_type, interface_language, working_language, settings,
      device_time_zone, accepted_terms_version, confirmed_at, blocked_at, created_at from users where id = ${userId}`,
  );

export const findProfile = (db: Executor, userId: string) =>
  queryFirstRow(
    db,
    sql`select p.id, p.user_id, p.first_name, p.last_name, p.address, p.phone, p.description, p.website, p.status,
      p.reason, p.requested_at, p.decided_at, p.created_at, p.updated_at, coalesce((select jsonb_agg(c.names) from profile_categories pc
      join categories c on c.id = pc.category_id where pc.profile_id = p.id), '[]') as categories
      from profiles p where p.user_id = ${userId}`,
  );

export const listSignIns = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select user_agent, ip, created_at, refreshed_at, revoked_at from sessions
      where user_id = ${userId} order by created_at`,
  );

export const listIdentities = (db: Executor, userId: string) =>
  queryRows(db, sql`select issuer, email, created_at from identities where user_id = ${userId}`);

/** Reads all changes of the account's e-mail address, including requests that were not completed. */
export const listEmailAddressChanges = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select old_email, new_email, created_at, old_confirmed_at, new_confirmed_at, cancelled_at, done_at, undone_at
      from email_changes where user_id = ${userId} order by created_at`,
  );

/** Reads the invitations that the person sent, with the e-mail addresses that they typed. */
export const listSentInvitations = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select email, conversation_id, created_at, expires_at, revoked_at, accepted_at from invitations
      where inviter_id = ${userId} order by created_at`,
  );

export const listJoinedRooms = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select c.id, c.kind, c.name, m.role, m.joined_at, m.pinned_at, m.muted_at, m.notify_about from conversation_members m
      join conversations c on c.id = m.conversation_id where m.user_id = ${userId} order by m.joined_at`,
  );

/** Reads the projects of which the person is or was a member, with the texts of projects that the person created. */
export const listProjects = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select p.id, p.name, m.status, m.is_host, m.reason, m.joined_at, m.created_at, m.changed_at, m.archived_at as ended_at,
      m.removed_by,
      case when p.host_id = m.user_id then jsonb_build_object('description', p.description, 'skill', p.skill,
        'time', p.time, 'start_date', p.start_date, 'min_cost', p.min_cost, 'max_cost', p.max_cost) end as created
      from project_members m join projects p on p.id = m.project_id
      where m.user_id = ${userId} order by m.created_at, m.id`,
  );

/** Reads every version of a code snippet that the person saved, including versions of other people's snippets. */
export const readCodeVersions = (db: Executor, userId: string) =>
  readRowsInPages(
    db,
    (lastId) => sql`
      select v.snippet_id || ' ' || v.number as id, s.slug, s.project_id, v.title, v.description, v.language, v.content,
        v.created_at
      from code_versions v join code_snippets s on s.id = v.snippet_id
      where v.user_id = ${userId} and (${lastId}::text is null or (v.snippet_id, v.number) >
        (split_part(${lastId}, ' ', 1)::uuid, split_part(${lastId}, ' ', 2)::integer))
      order by v.snippet_id, v.number limit ${snippetsPerQuery}`,
    snippetsPerQuery,
  );

export const listDrafts = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select conversation_id, message_id, content, updated_at from drafts where user_id = ${userId} and content <> ''`,
  );

/** Reads the person's translation drafts, which they have not submitted. */
export const listTranslationDrafts = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select conversation_id, subject_id as message_id, language, content, set_aside, updated_at
      from translation_drafts where user_id = ${userId} and not (content = '' and set_aside = '')
      order by updated_at, subject_id, language`,
  );

/** Reads the person's drafts of translations of bots' texts. */
export const listBotTextDrafts = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select flow_id as story_id, article_id, phrase_id, canned_id, broadcast_id, field, language, content, edited_at
      from bot_text_drafts where user_id = ${userId} order by edited_at, container_id, field, language`,
  );

export const listBookmarks = (db: Executor, userId: string) =>
  queryRows(
    db,
    sql`select conversation_id, message_id, created_at, done_at, read_at from bookmarks
      where user_id = ${userId} order by created_at`,
  );

export async function findAvatar(db: Executor, userId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("avatars").select("bytes").where("user_id", "=", userId).executeTakeFirst();
  return row?.bytes;
}

/** Reads the rows of a query page by page. Each row has an `id`, and the next page begins after the last id. */
async function* readRowsInPages(
  db: Executor,
  createPageQuery: (lastRowId: string | null) => ReturnType<typeof sql>,
  maximumRows = rowsPerQuery,
): AsyncGenerator<object> {
  let lastId: string | null = null;
  for (;;) {
    const { rows }: { rows: unknown[] } = await createPageQuery(lastId).execute(db);
    const rowsOfPage = rows as { id: string }[];
    yield* rowsOfPage;
    lastId = rowsOfPage.at(-1)?.id ?? null;
    if (rowsOfPage.length < maximumRows) return;
  }
}

/**
 * Reads all messages that a person wrote and that are not deleted, room by room, including rooms that the person left.
 */
export async function* readMessages(db: Executor, userId: string): AsyncGenerator<object> {
  const rooms = await queryRows(
    db,
    sql`select c.id from conversations c
      where exists (select from messages m where m.conversation_id = c.id and m.user_id = ${userId}) order by c.id`,
  );
  for (const { id } of rooms as { id: string }[]) {
    yield* readRowsInPages(
      db,
      (lastId) => sql`select conversation_id, id, parent_id, content, language, created_at, edited_at
        from messages where conversation_id = ${id} and user_id = ${userId} and deleted_at is null
          and (${lastId}::uuid is null or id > ${lastId}) order by id limit ${rowsPerQuery}`,
    );
  }
}

/** Reads a person's translations, with each version. Translations of deleted messages no longer exist. */
export const readTranslations = (db: Executor, userId: string) =>
  readRowsInPages(
    db,
    (lastId) => sql`
      select h.translation_id || ' ' || h.step as id, t.conversation_id, t.subject_id as message_id, t.source as "from",
        t.language as "to", h.content, h.version, h.created_at
      from translation_history h
      join translations t on t.id = h.translation_id
      join messages m on m.conversation_id = t.conversation_id and m.id = t.subject_id and m.deleted_at is null
      where h.user_id = ${userId} and h.event in ('SUBMITTED', 'SUPERSEDED')
        and (${lastId}::text is null or (h.translation_id, h.step) >
          (split_part(${lastId}, ' ', 1)::uuid, split_part(${lastId}, ' ', 2)::integer))
      order by h.translation_id, h.step limit ${rowsPerQuery}`,
  );

export const readNotifications = (db: Executor, userId: string) =>
  readRowsInPages(
    db,
    (lastRowId) => sql`select id, type, data, read_at, created_at from notifications
      where user_id = ${userId} and (${lastRowId}::uuid is null or id > ${lastRowId}) order by id limit ${rowsPerQuery}`,
  );

/** Reads the audit entries by a person and about them, without other people's IP addresses. */
export const readAuditEntries = (db: Executor, userId: string) =>
  readRowsInPages(
    db,
    (
      lastRowId,
    ) => sql`select id, action, case when actor_id = ${userId} then 'me' when actor_id is null then 'system'
        else 'somebody else' end as actor, details, case when actor_id = ${userId} then ip end as ip, created_at
      from audit_log where (actor_id = ${userId} or subject_id = ${userId})
        and (${lastRowId}::uuid is null or id > ${lastRowId}) order by id limit ${rowsPerQuery}`,
  );
