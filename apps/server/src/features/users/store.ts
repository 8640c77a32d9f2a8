import type { Language } from "@kakehashi/contract/languages";
import {
  type Account,
  type AccountType,
  defaultSettings,
  type Role,
  type SettingsChange,
  settledStatuses,
  type UserProfile,
  type UserSummary,
} from "@kakehashi/contract/users";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { fold } from "../../kit/text/fold.ts";

type Executor = Kysely<DB>;

const summary = ["id", "name", "role", "avatar", "working_language"] as const;

/** Those of these people who can still be met: a deleted account is nobody to begin something with. */
export async function countPresent(db: Executor, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export function findSummaries(db: Executor, ids: readonly string[]): Promise<UserSummary[]> {
  return db.selectFrom("users").select(summary).where("id", "in", ids).execute() as Promise<UserSummary[]>;
}

export async function findProfiles(db: Executor, ids: readonly string[]): Promise<UserProfile[]> {
  const rows = await db
    .selectFrom("users as u")
    .leftJoin("profiles as p", "p.user_id", "u.id")
    .select(["u.id", "u.name", "u.role", "u.avatar", "u.working_language"])
    .select(["u.id as user_id", "p.id as property_id", "u.id as sub_id"])
    .where("u.id", "in", ids)
    .execute();
  return rows as UserProfile[];
}

export async function findAccount(db: Executor, id: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom("users")
    .leftJoin("profiles", "profiles.user_id", "users.id")
    .select([
      "users.id",
      "name",
      "role",
      "avatar",
      "working_language",
      "email",
      "account_type",
      "interface_language",
      "users.created_at",
      "deletion_due_at",
      "settings",
      "profiles.status",
    ])
    .where("users.id", "=", id)
    .executeTakeFirst();
  return (
    row &&
    ({
      ...row,
      created_at: row.created_at.toISOString(),
      deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
      status: row.status ?? "NOT_REQUEST",
      settings: { ...defaultSettings, ...(row.settings as SettingsChange) },
    } as Account)
  );
}

/** How many people a search shows: more than fit a list box, few enough to read. */
const shown = 20;

export function searchSummaries(
  db: Executor,
  search: { text: string; role?: Role | undefined; language?: Language | undefined; except: string },
): Promise<UserSummary[]> {
  const words = fold(search.text)
    .split(/\s+/)
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  let query = db
    .selectFrom("users")
    .select(summary)
    .where("confirmed_at", "is not", null)
    .where("deleted_at", "is", null)
    .where("id", "<>", search.except);
  if (search.text !== "") {
    // A name by its words, with or without the marks of its letters. An address whole only: a search must not spell out
    // other people's addresses letter by letter.
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`name_folded like all (${words}::text[])`,
        eb("email", "=", search.text.trim().toLowerCase()),
      ]),
    );
  }
  if (search.role) query = query.where("role", "=", search.role);
  if (search.language) query = query.where("working_language", "=", search.language);
  return query.orderBy("name").orderBy("id").limit(shown).execute() as Promise<UserSummary[]>;
}

export function updateUser(
  db: Executor,
  id: string,
  change:
    | { interface_language: Language }
    | { working_language: Language }
    | { role: Role }
    | { name: string },
) {
  return db.updateTable("users").set(change).where("id", "=", id).execute();
}

/** Answers false where a profile that waits or was decided on stands behind the choice, and for an admin. */
export async function updateChoice(
  db: Executor,
  id: string,
  choice: { role: Role } | { account_type: AccountType },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set(choice)
    .where("id", "=", id)
    .where((eb) =>
      eb.and([
        eb.or([eb("role", "<>", "admin"), eb.val("account_type" in choice)]),
        eb.not(
          eb.exists(
            eb
              .selectFrom("profiles")
              .select("id")
              .where("user_id", "=", id)
              .where("status", "in", settledStatuses),
          ),
        ),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function mergeSettings(db: Executor, id: string, given: SettingsChange) {
  return db
    .updateTable("users")
    .set({ settings: sql`settings || ${JSON.stringify(given)}::jsonb` })
    .where("id", "=", id)
    .execute();
}
