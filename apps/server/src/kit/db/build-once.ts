import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { DB } from "./schema.generated.ts";

/** Builds statements, and runs none. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Builds a statement once, for a hot call: Kysely builds it anew each time, which takes longer than most of what such a
 * call does. What stands for a parameter while it is built does not matter; they are given in their order in the SQL.
 */
export function buildOnce<Row>(
  build: (db: Kysely<DB>) => Compilable<Row>,
): (db: Kysely<DB>, ...parameters: unknown[]) => Promise<Row[]> {
  const statement = build(builder).compile();
  return async (db, ...parameters) => {
    if (parameters.length !== statement.parameters.length)
      throw new Error(`${statement.parameters.length} parameters are needed: ${statement.sql}`);
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
