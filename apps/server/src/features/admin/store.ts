import type { deletionFilters, OutgoingMail, UserForAdmin } from "@kakehashi/contract/admin";
import type { ProfileStatus, Role } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import { nameContainsWordsCondition, personColumnNames } from "../users/service.ts";

export interface PageRequest {
  page: number;
  paging: number;
}

export interface RowsWithTotal<T> {
  rows: T[];
  total: number;
}

export const toLikePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

export function toConvertedRowsWithTotal<R extends { total: number }, T>(
  rows: readonly R[],
  convertRow: (row: R) => T,
): RowsWithTotal<T> {
  return { rows: rows.map(convertRow), total: rows[0]?.total ?? 0 };
}

export interface UserFilter extends PageRequest {
  search: string;
  role?: Role | undefined;
  status?: ProfileStatus | undefined;
  deletion?: (typeof deletionFilters)[number] | undefined;
}

interface DeletionRow {
  deletion_requested_at: Date | null;
  deletion_due_at: Date | null;
}

function toPlannedDeletion({
  deletion_requested_at,
  deletion_due_at,
}: DeletionRow): UserForAdmin["deletion"] {
  if (!deletion_requested_at || !deletion_due_at) return null;
  return { requested_at: deletion_requested_at.toISOString(), due_at: deletion_due_at.toISOString() };
}

export async function findPlannedDeletion(db: Executor, userId: string): Promise<UserForAdmin["deletion"]> {
  const row = await db
    .selectFrom("users")
    .select(["deletion_requested_at", "deletion_due_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return row ? toPlannedDeletion(row) : null;
}

export async function listUsers(db: Executor, filter: UserFilter): Promise<RowsWithTotal<UserForAdmin>> {
  const searchPattern = toLikePattern(filter.search);
  const activationRows = await db
    .selectFrom("users as u")
    .leftJoin("profiles as p", "p.user_id", "u.id")
    .select(personColumnNames)
    .select(["u.email", "u.interface_language"])
    .select(["u.confirmed_at", "u.created_at", "u.deletion_requested_at", "u.deletion_due_at", "p.status"])
    .select([
      sql<Date | null>`(select max(refreshed_at) from sessions s where s.user_id = u.id)`.as("seen_at"),
      sql<number>`(select count(*) from sessions s where s.user_id = u.id and s.revoked_at is null)`.as(
        "sessions",
      ),
      sql<number>`count(*) over ()`.as("total"),
    ])
    .where("u.deleted_at", "is", null)
    .where("u.is_outside", "=", false)
    .$if(filter.search !== "", (query) =>
      query.where((eb) =>
        eb.or([nameContainsWordsCondition(filter.search), eb("u.email", "like", searchPattern)]),
      ),
    )
    .where((eb) => eb.and(filter.role ? { "u.role": filter.role } : {}))
    .$if(filter.status !== undefined, (query) =>
      query.where(sql`coalesce(p.status, 'NOT_REQUEST')`, "=", filter.status ?? ""),
    )
    .$if(filter.deletion !== undefined, (query) =>
      query.where("u.deletion_due_at", filter.deletion === "PLANNED" ? "is not" : "is", null),
    )
    .orderBy("u.created_at", "desc")
    .orderBy("u.id", "desc")
    .limit(filter.paging)
    .offset(offsetOf(filter))
    .execute();
  return toConvertedRowsWithTotal(
    activationRows,
    ({ total: _, confirmed_at, deletion_requested_at, deletion_due_at, ...row }) =>
      ({
        ...row,
        confirmed: confirmed_at !== null,
        status: row.status ?? "NOT_REQUEST",
        created_at: row.created_at.toISOString(),
        seen_at: row.seen_at?.toISOString() ?? null,
        deletion: toPlannedDeletion({ deletion_requested_at, deletion_due_at }),
      }) as UserForAdmin,
  );
}

export function findEmailAndRoleOfUser(db: Executor, userId: string) {
  return db
    .selectFrom("users")
    .select(["email", "role"])
    .where("id", "=", userId)
    .where("is_outside", "=", false)
    .executeTakeFirst();
}

export interface MailFilter extends PageRequest {
  search: string;
  state?: OutgoingMail["state"] | undefined;
}

const mailState = sql<OutgoingMail["state"]>`case when sent_at is not null then 'SENT'
  when last_error is not null then 'FAILED' else 'WAITING' end`;

export async function listMails(db: Executor, filter: MailFilter): Promise<RowsWithTotal<OutgoingMail>> {
  const searchPattern = toLikePattern(filter.search);
  const userRows = await db
    .selectFrom("mails")
    .select([
      "id",
      "recipient",
      "language",
      "template",
      "subject",
      "attempts",
      "last_error",
      "created_at",
      "sent_at",
    ])
    .select([mailState.as("state"), sql<number>`count(*) over ()`.as("total")])
    .$if(filter.search !== "", (query) =>
      query.where((eb) =>
        eb.or([eb("recipient", "like", searchPattern), eb(sql`lower(subject)`, "like", searchPattern)]),
      ),
    )
    .$if(filter.state !== undefined, (query) => query.where(mailState, "=", filter.state ?? "SENT"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.paging)
    .offset(offsetOf(filter))
    .execute();
  return toConvertedRowsWithTotal(
    userRows,
    ({ total: _, ...row }) =>
      ({
        ...row,
        created_at: row.created_at.toISOString(),
        sent_at: row.sent_at?.toISOString() ?? null,
      }) as OutgoingMail,
  );
}

/**
 * Counts the things that an admin must handle: profiles to activate, new contact messages, and mails that could not be
 * sent.
 */
export async function countItemsWaitingForAdmin(
  db: Executor,
): Promise<{ activations: number; contacts: number; mails: number }> {
  const { rows } = await sql<{ activations: number; contacts: number; mails: number }>`select
    (select count(*) from profiles p join users u on u.id = p.user_id where p.status = 'WAITING') as activations,
    (select count(*) from contact_messages where state = 'NEW') as contacts,
    (select count(*) from mails where sent_at is null and last_error is not null) as mails`.execute(db);
  return rows[0] ?? { activations: 0, contacts: 0, mails: 0 };
}
