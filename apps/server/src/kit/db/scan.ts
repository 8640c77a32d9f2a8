import { type RawBuilder, sql } from "kysely";
import type { Executor } from "./database.ts";

/**
 * Number of rows that one statement reads. With most texts a statement takes some milliseconds. With the longest texts
 * it takes a second, so it still ends long before its time limit.
 */
const rowsPerStatement = 2_000;

/** A table whose rows are read in the order of their primary key. */
interface ScannedTable {
  table: string;
  /** The columns of the primary key, in its order. */
  key: readonly string[];
}

/** The matching rows among those that one statement read. */
interface ScannedRows<Key> {
  keys: readonly Key[];
  /** SQL condition: the row is one of the matching rows. */
  areRows: RawBuilder<boolean>;
}

/**
 * Reads a whole table and yields the rows that match a condition. Each statement reads a limited number of rows in the
 * order of the primary key, and no row is locked in between. A row's key never changes, so every row that exists from
 * the beginning to the end is read.
 */
export async function* scanTable<Key extends object>(
  db: Executor,
  { table, key }: ScannedTable,
  condition: RawBuilder<boolean>,
): AsyncGenerator<ScannedRows<Key>> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const keyValues = (row: Record<string, unknown>) =>
    sql`(${sql.join(key.map((column) => sql`${row[column]}`))})`;
  let start = sql<boolean>`true`;
  for (;;) {
    // With this order and limit, PostgreSQL must follow the primary key. If the statement had an upper bound of the key
    // instead, PostgreSQL might choose another index and read all rows of a room for each statement.
    const { rows } = await sql<Record<string, unknown>>`
      with rows_read as materialized (
        select ${keyColumns}, ${condition} as does_match from ${sql.table(table)}
        where ${start} order by ${keyColumns} limit ${rowsPerStatement}
      ), last_row as (
        select ${keyColumns} from rows_read order by ${sql.join(key.map((column) => sql`${sql.ref(column)} desc`))} limit 1
      )
      select ${keyColumns}, false as is_last from rows_read where does_match
      union all select ${keyColumns}, true from last_row`.execute(db);
    const matchingRows = rows.filter(({ is_last }) => !is_last);
    if (matchingRows.length > 0)
      yield {
        keys: matchingRows as Key[],
        areRows: sql<boolean>`(${keyColumns}) in (${sql.join(matchingRows.map(keyValues))})`,
      };
    const lastRow = rows.find(({ is_last }) => is_last);
    if (!lastRow) return;
    start = sql<boolean>`(${keyColumns}) > ${keyValues(lastRow)}`;
  }
}
