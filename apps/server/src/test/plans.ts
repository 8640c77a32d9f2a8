import { Kysely, type LogEvent, PostgresDialect } from "kysely";
import type { Database } from "../kit/db/database.ts";
import type { DB } from "../kit/db/schema.generated.ts";

/** A node of what `explain (analyze, buffers, format json)` answers. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

/** What one node of a plan does with a table. */
export interface TableRead {
  node: string;
  loops: number;
  /** Blocks of the table and of the index that leads to it, in all loops, wherever they came from. */
  blocks: number;
}

/** How the statements of `work` read a table: by what, how often, and how much of it. */
export async function readsOf(
  { pool }: Database,
  table: string,
  work: (db: Kysely<DB>) => Promise<unknown>,
): Promise<TableRead[]> {
  const statements: LogEvent["query"][] = [];
  const log = ({ query }: LogEvent) => void statements.push(query);
  await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log }));
  const reads: TableRead[] = [];
  const look = (node: PlanNode): void => {
    if (node["Relation Name"] === table)
      reads.push({
        node: node["Node Type"],
        loops: node["Actual Loops"],
        blocks: node["Shared Hit Blocks"] + node["Shared Read Blocks"],
      });
    node.Plans?.forEach(look);
  };
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${sql}`,
      [...parameters],
    );
    for (const row of rows) look(row["QUERY PLAN"][0].Plan);
  }
  return reads;
}
