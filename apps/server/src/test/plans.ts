import { Kysely, type LogEvent, PostgresDialect } from "kysely";
import type { Database } from "../kit/db/database.ts";
import type { DB } from "../kit/db/schema.generated.ts";

/** A node of a query plan, in the output of `explain (analyze, buffers, format json)`. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

/** How one node of a query plan has read a table. */
export interface TableRead {
  scanKind: string;
  /** How often the node ran. */
  loops: number;
  /** The number of blocks (8 kB pages) that the node read from memory or from the disk. */
  blocks: number;
}

/**
 * Returns how the SQL statements that `runQueries` runs read a table: the kind of each scan, how often it ran, and how many
 * blocks it read.
 */
export async function measureTableReads(
  { pool }: Database,
  table: string,
  runQueries: (db: Kysely<DB>) => Promise<unknown>,
): Promise<TableRead[]> {
  const statements: LogEvent["query"][] = [];
  const log = ({ query }: LogEvent) => void statements.push(query);
  await runQueries(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log }));
  const reads: TableRead[] = [];
  const visitNode = (node: PlanNode): void => {
    if (node["Relation Name"] === table)
      reads.push({
        scanKind: node["Node Type"],
        loops: node["Actual Loops"],
        blocks: node["Shared Hit Blocks"] + node["Shared Read Blocks"],
      });
    node.Plans?.forEach(visitNode);
  };
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${sql}`,
      [...parameters],
    );
    for (const row of rows) visitNode(row["QUERY PLAN"][0].Plan);
  }
  return reads;
}
