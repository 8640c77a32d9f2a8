import type { StoredNamesByLanguage } from "@kakehashi/contract/catalogue";
import { listKnownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import type { Profile, PublicProfile } from "@kakehashi/contract/profiles";
import { findTimeZone } from "@kakehashi/contract/user-settings";
import type { ProfileStatus, Role } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import { toNamesByLanguageList } from "../catalogue/service.ts";
import { nameContainsWordsCondition, personColumnNames, personColumnsWithoutId } from "../users/service.ts";

export interface ProfileColumns {
  first_name: string;
  last_name: string;
  address: string;
  phone: string;
  description: string;
  website: string;
}

/** SQL for the profile's categories as JSON, in the order that an admin has chosen. */
const selectCategories = sql<{ id: string; names: StoredNamesByLanguage }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'names', c.names) order by c.position, c.id)
  from profile_categories pc join categories c on c.id = pc.category_id where pc.profile_id = p.id), '[]')`;

const selectProfiles = (db: Executor) =>
  db
    .selectFrom("profiles as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.id", "p.user_id", "p.first_name", "p.last_name", "p.address", "p.phone", "p.description"])
    .select(["p.website", "p.status", "p.reason", "p.created_at", "p.updated_at", "p.requested_at"])
    .select(personColumnsWithoutId)
    .select(["u.account_type", "u.email"])
    .select(selectCategories.as("categories"));
type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>["execute"]>>[number];

function toCategories(categories: ProfileRow["categories"]): Profile["categories"] {
  return categories.map(({ id, names }) => ({ id, names: toNamesByLanguageList(names) }));
}

function toProfile({ email, ...row }: ProfileRow): Profile & { email: string } {
  return {
    ...row,
    email,
    categories: toCategories(row.categories),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    requested_at: row.requested_at?.toISOString() ?? null,
  };
}

export async function findProfile(
  db: Executor,
  userId: string,
): Promise<(Profile & { email: string }) | undefined> {
  const row = await selectProfiles(db).where("p.user_id", "=", userId).executeTakeFirst();
  return row && toProfile(row);
}

export interface ActivationFilter {
  search: string;
  status?: ProfileStatus | undefined;
  role?: Role | undefined;
  page: number;
  paging: number;
}

export async function listProfiles(
  db: Executor,
  filter: ActivationFilter,
): Promise<{ profiles: (Profile & { email: string })[]; total: number }> {
  const searchPattern = `%${filter.search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const profileRow = await selectProfiles(db)
    .select(sql<number>`count(*) over ()`.as("total"))
    .$if(filter.search !== "", (query) =>
      query.where((eb) =>
        eb.or([
          nameContainsWordsCondition(filter.search),
          eb("u.email", "like", searchPattern),
          eb("p.phone", "like", searchPattern),
        ]),
      ),
    )
    .where((eb) =>
      eb.and({
        ...(filter.status && { "p.status": filter.status }),
        ...(filter.role && { "u.role": filter.role }),
      }),
    )
    .orderBy(sql`p.requested_at nulls last`)
    .orderBy("p.id")
    .limit(filter.paging)
    .offset(offsetOf(filter))
    .execute();
  return {
    profiles: profileRow.map(({ total: _, ...row }) => toProfile(row)),
    total: profileRow[0]?.total ?? 0,
  };
}

/** Whether the reader may see a person's time zone: it is their own, or the two share a room. */
const mayKnowTimeZone = (viewerId: string) =>
  sql<boolean>`(u.id = ${viewerId} or exists (
    select from conversation_members m join conversation_members o using (conversation_id)
    where m.user_id = ${viewerId} and o.user_id = u.id))`;

export async function findPublicProfile(
  db: Executor,
  viewerId: string,
  userId: string,
): Promise<PublicProfile | undefined> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("profiles as p", "p.user_id", "u.id")
    .select(personColumnNames)
    .select(["u.account_type", "u.created_at", "u.languages"])
    .select(["u.settings", "u.device_time_zone", "p.description", "p.website", "p.status"])
    .select(selectCategories.as("categories"))
    .select(mayKnowTimeZone(viewerId).as("may_know_time_zone"))
    .where("u.id", "=", userId)
    .where("u.confirmed_at", "is not", null)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { settings, device_time_zone, status, may_know_time_zone, ...publicFields } = row;
  return {
    ...publicFields,
    languages: [...listKnownLanguages({ ...row, languages: row.languages as Language[] | null })],
    description: row.description ?? "",
    website: row.website ?? "",
    categories: toCategories(row.categories),
    accepted: status === "ACCEPTED",
    time_zone: may_know_time_zone ? findTimeZone({ settings, device_time_zone }) : null,
    created_at: row.created_at.toISOString(),
  };
}

/** Inserts a profile. Returns false if the person already has one. */
export async function insertProfile(
  db: Executor,
  profile: ProfileColumns & { id: string; user_id: string },
): Promise<boolean> {
  const insertedProfile = await db
    .insertInto("profiles")
    .values(profile)
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return insertedProfile !== undefined;
}

/** Updates a profile and returns its id. Undefined if the person has no profile. */
export function updateProfile(db: Executor, userId: string, change: Partial<ProfileColumns>) {
  return db
    .updateTable("profiles")
    .set({ ...change, updated_at: sql`now()` })
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
}

/** Changes the names of a person. Names that are not passed stay. */
export async function updateNames(
  db: Executor,
  userId: string,
  names: { name?: string | undefined; reading?: string | undefined; latin_name?: string | undefined },
): Promise<void> {
  if (Object.values(names).every((name) => name === undefined)) return;
  await db.updateTable("users").set(names).where("id", "=", userId).execute();
}

/** Replaces a profile's categories. Returns false if an id in the list is not a category. */
export async function setCategories(
  db: Executor,
  profileId: string,
  ids: readonly string[],
): Promise<boolean> {
  const uniqueCategoryIds = [...new Set(ids)];
  await db.deleteFrom("profile_categories").where("profile_id", "=", profileId).execute();
  const { rows: insertedCategories } = await sql`
    insert into profile_categories (profile_id, category_id)
    select ${profileId}, id from categories where id = any(${uniqueCategoryIds}::uuid[]) returning 1`.execute(
    db,
  );
  return insertedCategories.length === uniqueCategoryIds.length;
}

/**
 * Changes a profile's status if its current status is one of `from`. If two admins act at the same time, only one
 * succeeds.
 */
export async function changeStatus(
  db: Executor,
  userId: string,
  { from, to }: { from: readonly ProfileStatus[]; to: ProfileStatus },
  reason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("profiles")
    .set({ status: to, reason, updated_at: sql`now()` })
    .set(to === "WAITING" ? { requested_at: sql`now()` } : { decided_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("status", "in", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function setBlocked(db: Executor, userId: string, isBlocked: boolean) {
  return db
    .updateTable("users")
    .set({ blocked_at: isBlocked ? sql`now()` : null })
    .where("id", "=", userId)
    .execute();
}

export function findProfileOwner(db: Executor, userId: string) {
  return db
    .selectFrom("users")
    .select(["name", "email", "interface_language", "working_language", "account_type", "role", "avatar"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/**
 * Locks a person without an account, such as a bot's visitor, until the transaction ends, so that the person cannot be
 * deleted. Returns false if the person no longer exists.
 */
export async function lockPersonWithoutAccount(tx: Executor, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("is_outside", "=", true)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
