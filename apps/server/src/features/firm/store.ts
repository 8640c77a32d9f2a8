import type { Firm, FirmInAllLanguages } from "@kakehashi/contract/firm";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

/** Reads the public facts about the firm that runs this site. Undefined if nobody has saved them yet. */
export async function findFirm(db: Executor): Promise<Firm | undefined> {
  const row = await db
    .selectFrom("firm")
    .select(["facts", "version", "updated_at"])
    .select((eb) =>
      eb.selectFrom("users").select("name").whereRef("users.id", "=", "firm.changed_by").as("changed_by"),
    )
    .executeTakeFirst();
  return (
    row && {
      ...row.facts,
      version: row.version,
      updated_at: row.updated_at.toISOString(),
      changed_by: row.changed_by,
    }
  );
}

/**
 * Saves the firm's facts. With `version`, saves them only if this version is stored, and otherwise returns false. If
 * two admins save at once, the second save waits for the first and then sees the new version.
 */
export async function saveFirm(
  db: Executor,
  firmFacts: FirmInAllLanguages,
  version: number | undefined,
  changedBy: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into firm (facts, changed_by)
      select ${toJson(firmFacts)}::jsonb, ${changedBy}::uuid
      -- Whoever changed a version changes no missing one.
      where ${version ?? 0} = 0 or exists (select from firm)
    on conflict (only_one) do update
      set facts = excluded.facts, changed_by = excluded.changed_by, updated_at = now(), version = firm.version + 1
      where ${version ?? null}::int is null or firm.version = ${version ?? null}::int
    returning version`.execute(db);
  return rows.length === 1;
}
