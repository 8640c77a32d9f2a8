import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { prepareOnce } from "./database.ts";
import type { DB } from "./schema.generated.ts";

/** A query builder that only compiles statements. It has no connection and runs no statement. */
const statementBuilder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Compiles the SQL of a frequent statement only once, and prepares it once on each connection. Otherwise Kysely would
 * compile the statement at each use, which takes most of the time. The statement is built with placeholders. Each use
 * passes the values in the order of these placeholders in the SQL.
 */
export function compileStatementOnce<Row>(
  build: (db: Kysely<DB>) => Compilable<Row>,
): (db: Kysely<DB>, ...parameters: unknown[]) => Promise<Row[]> {
  const statement = build(statementBuilder).compile();
  prepareOnce(statement.sql);
  return async (db, ...parameters) => {
    if (parameters.length !== statement.parameters.length)
      throw new Error(`${statement.parameters.length} parameters are needed: ${statement.sql}`);
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
