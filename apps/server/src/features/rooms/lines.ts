import { type LineKind, maximumLines, namedInLine, type SystemLine } from "@kakehashi/contract/lines";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** What a change of a room says of itself. */
export interface NewLine {
  kind: LineKind;
  /** Who did it; nobody for what people do themselves, or what the server does. */
  by?: string;
  userIds?: readonly string[];
  name?: string;
}

type Row = Omit<SystemLine, "created_at"> & { created_at: Date };

const columns = sql`seq, number, kind, actor_id, user_ids, user_count, name, created_at`;
const present = (row: Row): SystemLine => ({ ...row, created_at: row.created_at.toISOString() });

/** Writes a line with a seq of the locked room, after the message with `number`. */
export async function insertLine(
  tx: Executor,
  conversationId: string,
  place: { seq: number; number: number },
  { kind, by, userIds = [], name }: NewLine,
): Promise<SystemLine> {
  const { rows } = await sql<Row>`
    insert into conversation_lines (conversation_id, seq, number, kind, actor_id, user_ids, user_count, name)
    values (${conversationId}, ${place.seq}, ${place.number}, ${kind}, ${by ?? null},
      ${userIds.slice(0, namedInLine)}::uuid[], ${userIds.length}, ${name ?? null})
    returning ${columns}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A line was not written");
  return present(row);
}

async function select(
  db: Executor,
  conversationId: string,
  rest: RawBuilder<unknown>,
): Promise<SystemLine[]> {
  const { rows } = await sql<Row>`
    select ${columns} from conversation_lines where conversation_id = ${conversationId} and ${rest}`.execute(
    db,
  );
  return rows.map(present);
}

/** The newest lines after the messages from the one of this number up to another, oldest first. */
export async function listLines(
  db: Executor,
  conversationId: string,
  { from, to }: { from: number; to: number },
): Promise<SystemLine[]> {
  const newest = await select(
    db,
    conversationId,
    sql`number between ${from} and ${to} order by number desc, seq desc limit ${maximumLines}`,
  );
  return newest.reverse();
}

/** The first lines written after `since`, not after `until`; one more than an answer holds where there are more. */
export function listLinesSince(
  db: Executor,
  conversationId: string,
  { since, until }: { since: number; until: number },
): Promise<SystemLine[]> {
  return select(
    db,
    conversationId,
    sql`seq > ${since} and seq <= ${until} order by seq limit ${maximumLines + 1}`,
  );
}
