import type { SettingsChange } from "@kakehashi/contract/account-settings";
import { type KnownLanguagesInput, listKnownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import { defaultSettings } from "@kakehashi/contract/user-settings";
import {
  type Account,
  type AccountType,
  type Role,
  roleLockedProfileStatuses,
  type UserSummary,
  type UserWithProfileId,
} from "@kakehashi/contract/users";
import { sql } from "kysely";
import { compileStatementOnce } from "../../kit/db/build-once.ts";
import type { Executor } from "../../kit/db/database.ts";
import { newId, newSecret } from "../../kit/ids.ts";
import { nameContainsWordsCondition, personColumnNames } from "./person.ts";

/**
 * Adds an author without an account, such as a visitor or a bot, and returns the id. The author cannot sign in and is
 * not found by searches.
 */
export async function addPersonWithoutAccount(
  tx: Executor,
  { name, language }: { name: string; language: Language | null },
): Promise<string> {
  const id = newId();
  await sql`
    insert into users (id, email, name, working_language, interface_language, live_endpoint, is_outside)
    values (${id}, ${`outside:${id}`}, ${name}, ${language}, ${language ?? "en"}, ${newSecret()}, true)`.execute(
    tx,
  );
  return id;
}

/** Changes the name and the language of an author without an account. */
export async function changePersonWithoutAccount(
  tx: Executor,
  id: string,
  { name, language }: { name?: string; language?: Language },
): Promise<void> {
  await sql`
    update users set name = coalesce(${name ?? null}, name),
      working_language = coalesce(${language ?? null}, working_language),
      interface_language = coalesce(${language ?? null}, interface_language)
    where id = ${id} and is_outside`.execute(tx);
}

/**
 * Deletes authors without an account who are in no room, are no visitor of a chat and belong to no bot. With `ids`,
 * only those of them. Returns how many were deleted.
 */
export async function removeUnusedPeopleWithoutAccount(
  db: Executor,
  ids?: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from users u where u.is_outside and ${ids ? sql`u.id = any(${ids}::uuid[])` : sql`true`}
      and not exists (select from conversation_members m where m.user_id = u.id)
      and not exists (select from livechats l where l.visitor_id = u.id)
      and not exists (select from bots b where b.user_id = u.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns how many of these ids belong to people with an account that is not deleted. */
export async function countExistingUsers(db: Executor, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .where("is_outside", "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

export function findSummaries(db: Executor, ids: readonly string[]): Promise<UserSummary[]> {
  return db.selectFrom("users as u").select(personColumnNames).where("u.id", "in", ids).execute();
}

export async function findSummariesWithProfileIds(
  db: Executor,
  ids: readonly string[],
): Promise<UserWithProfileId[]> {
  const rows = await db
    .selectFrom("users as u")
    .leftJoin("profiles as p", "p.user_id", "u.id")
    .select(personColumnNames)
    .select(["u.id as user_id", "p.id as property_id", "u.id as sub_id"])
    .select(sql<boolean>`u.deleted_at is not null`.as("deleted"))
    .where("u.id", "in", ids)
    .execute();
  return rows;
}

const accountById = compileStatementOnce((db) =>
  db
    .selectFrom("users as u")
    .leftJoin("profiles as p", "p.user_id", "u.id")
    .select(personColumnNames)
    .select(["u.email", "u.account_type", "u.interface_language", "u.created_at", "u.deletion_due_at"])
    .select(["u.settings", "u.device_time_zone", "p.status", "u.languages"])
    .where("u.id", "=", "the id"),
);

export async function findAccount(db: Executor, id: string): Promise<Account | undefined> {
  const [row] = await accountById(db, id);
  return (
    row && {
      ...row,
      created_at: row.created_at.toISOString(),
      deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
      status: row.status ?? "NOT_REQUEST",
      languages: [...listKnownLanguages({ ...row, languages: row.languages as Language[] | null })],
      settings: { ...defaultSettings, ...row.settings },
    }
  );
}

/** Reads the fields that decide which languages a person knows. */
export async function findLanguageSpeaker(
  db: Executor,
  id: string,
): Promise<KnownLanguagesInput | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["role", "working_language", "languages"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...row, languages: row.languages as Language[] | null };
}

/** Maximum number of people in the result of a search. A list box shows fewer. */
const maximumSearchResults = 20;

export function searchSummaries(
  db: Executor,
  search: { text: string; role?: Role | undefined; language?: Language | undefined; excludedUserId: string },
): Promise<UserSummary[]> {
  let query = db
    .selectFrom("users as u")
    .select(personColumnNames)
    .where("u.confirmed_at", "is not", null)
    .where("u.deleted_at", "is", null)
    .where("u.id", "<>", search.excludedUserId);
  if (search.text !== "") {
    // A search by e-mail address finds only people who share a room with the searcher, and only by the full address.
    // Otherwise anybody could find out whether an address has an account.
    query = query.where(
      sql<boolean>`(${nameContainsWordsCondition(search.text)} or (u.email = ${search.text.trim().toLowerCase()}
        and exists (select from conversation_members m join conversation_members o using (conversation_id)
          where m.user_id = ${search.excludedUserId} and o.user_id = u.id)))`,
    );
  }
  if (search.role) query = query.where("u.role", "=", search.role);
  if (search.language) query = query.where("u.working_language", "=", search.language);
  return query.orderBy("u.name").orderBy("u.id").limit(maximumSearchResults).execute();
}

export function updateUser(
  db: Executor,
  id: string,
  change:
    | { interface_language: Language }
    | { working_language: Language }
    | { role: Role }
    | { languages: Language[] }
    | { name: string }
    | { device_time_zone: string },
) {
  return db.updateTable("users").set(change).where("id", "=", id).execute();
}

/**
 * Stores the role or account type that a person chooses. Returns false for an admin who chooses a role. Also returns
 * false if an admin has decided about the person's profile or still has to.
 */
export async function updateRoleOrAccountType(
  db: Executor,
  id: string,
  roleChoice: { role: Role } | { account_type: AccountType },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set(roleChoice)
    .where("id", "=", id)
    .where((eb) =>
      eb.and([
        eb.or([eb("role", "<>", "admin"), eb.val("account_type" in roleChoice)]),
        eb.not(
          eb.exists(
            eb
              .selectFrom("profiles")
              .select("id")
              .where("user_id", "=", id)
              .where("status", "in", roleLockedProfileStatuses),
          ),
        ),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function mergeSettings(db: Executor, id: string, change: SettingsChange) {
  return db
    .updateTable("users")
    .set({ settings: sql`settings || ${JSON.stringify(change)}::jsonb` })
    .where("id", "=", id)
    .execute();
}
