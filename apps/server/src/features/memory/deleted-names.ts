import { type Kysely, sql } from "kysely";
import { scanTable } from "../../kit/db/scan.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { DeletedNamesRemover } from "../users/service.ts";
import type { NewTranslationPairRow } from "./store.ts";
import { toTranslationPairRow } from "./unit.ts";

type StoredTexts = Pick<
  NewTranslationPairRow,
  "id" | "scope" | "source_language" | "target_language" | "source" | "target" | "approved"
>;

/**
 * Stores the texts of a translation pair after names of deleted people were removed from them. Two pairs may have
 * differed only in such a name. If another pair already has the new texts, it takes over the messages of this pair, and
 * this pair is deleted.
 */
async function updateTexts(tx: Kysely<DB>, id: string, pair: NewTranslationPairRow): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from memory_units
    where source_key = md5(${pair.folded})::uuid and source_language = ${pair.source_language}
      and target_language = ${pair.target_language} and scope = ${pair.scope}
      and target_key = md5(${pair.target})::uuid and id <> ${id} for update`.execute(tx);
  const [samePair] = rows;
  if (!samePair) {
    await sql`
      update memory_units set source = ${pair.source}, target = ${pair.target}, folded = ${pair.folded},
        grams = ${pair.grams}::integer[], lexemes = array_to_tsvector(${pair.lexemes}::text[])
      where id = ${id}`.execute(tx);
    return;
  }
  await sql`
    insert into memory_supports (unit_id, message_id, conversation_id)
    select ${samePair.id}, message_id, conversation_id from memory_supports where unit_id = ${id}
    on conflict do nothing`.execute(tx);
  await sql`update memory_units set approved = approved or ${pair.approved} where id = ${samePair.id}`.execute(
    tx,
  );
  await sql`delete from memory_units where id = ${id}`.execute(tx);
}

/**
 * Removes the names of deleted people from both texts of the translation pairs, and updates the search data that is
 * computed from the texts.
 */
export async function removeNamesOfDeletedPeople(db: Kysely<DB>, names: DeletedNamesRemover): Promise<void> {
  const hasNames = sql<boolean>`(${names.sqlHasNames("source")} or ${names.sqlHasNames("target")})`;
  const units = { table: "memory_units", key: ["id"] };
  for await (const { keys } of scanTable<{ id: string }>(db, units, hasNames)) {
    for (const { id } of keys)
      await db.transaction().execute(async (tx) => {
        const { rows: lockedRows } = await sql<StoredTexts>`
          select id, scope, source_language, target_language, source, target, approved
          from memory_units where id = ${id} and ${hasNames} for update`.execute(tx);
        const [unit] = lockedRows;
        if (!unit) return;
        const { source_language: from, target_language: to } = unit;
        const [source, target] = [names.removeFrom(unit.source), names.removeFrom(unit.target)];
        await updateTexts(tx, id, toTranslationPairRow({ ...unit, from, to, source, target }));
      });
  }
}
