import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect as KyselyDialect } from "kysely";
import { generate, PostgresDialect } from "kysely-codegen";
import pg from "pg";
import { migrate } from "./migrate.ts";
import { startTemporary } from "./temporary.ts";

// `npm run db:types` writes the row types of a freshly migrated database; with --check it only compares.

const target = join(import.meta.dirname, "schema.generated.ts");
const migrations = join(import.meta.dirname, "..", "..", "migrations");

const made = await generateTypes();
const kept = existsSync(target) ? readFileSync(target, "utf8") : "";
if (!process.argv.includes("--check")) {
  writeFileSync(target, made);
} else if (made !== kept) {
  console.error("kit/db/schema.generated.ts is not what the migrations make: run `npm run db:types`.");
  process.exitCode = 1;
}

async function generateTypes(): Promise<string> {
  const cluster = await startTemporary();
  try {
    await migrate(cluster.url, migrations);
    const pool = new pg.Pool({ connectionString: cluster.url });
    // The pool is ended before its connections are: the cluster's stop can reach them first.
    pool.on("error", () => {});
    const db = new Kysely<unknown>({ dialect: new KyselyDialect({ pool }) });
    try {
      return await generate({
        db,
        dialect: new PostgresDialect({ dateParser: "string" }),
        excludePattern: "migrations",
        outFile: null,
        // What database.ts parses int8 to.
        typeMapping: { int8: "number" },
      });
    } finally {
      await db.destroy();
    }
  } finally {
    await cluster.stop();
  }
}
