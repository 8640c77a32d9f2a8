import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect as KyselyDialect } from "kysely";
import {
  ArrayExpressionNode,
  type ColumnMetadata,
  type DatabaseMetadata,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect,
} from "kysely-codegen";
import pg from "pg";
import { jsonColumns } from "./json-columns.ts";
import { migrate } from "./migrate.ts";
import { startTemporaryCluster } from "./temporary.ts";

// `npm run db:types` migrates an empty database and writes the TypeScript types of its rows to a file. With --check it
// only compares the types with the existing file.

const typesFile = join(import.meta.dirname, "schema.generated.ts");
const migrationsFolder = join(import.meta.dirname, "..", "..", "migrations");

const generatedTypes = await generateTypes();
const previousTypes = existsSync(typesFile) ? readFileSync(typesFile, "utf8") : "";
if (!process.argv.includes("--check")) {
  writeFileSync(typesFile, generatedTypes);
} else if (generatedTypes !== previousTypes) {
  console.error("kit/db/schema.generated.ts is not what the migrations make: run `npm run db:types`.");
  process.exitCode = 1;
}

async function generateTypes(): Promise<string> {
  const temporaryCluster = await startTemporaryCluster();
  try {
    await migrate(temporaryCluster.url, migrationsFolder);
    const pool = new pg.Pool({ connectionString: temporaryCluster.url });
    // Ignores errors of idle connections, because the cluster can stop before the pool's connections have
    // ended.
    pool.on("error", () => {});
    const jsonTypes: Record<string, GenericExpressionNode> = {};
    const db = new Kysely<unknown>({ dialect: new KyselyDialect({ pool }) });
    try {
      return await generate({
        db,
        dialect: new PostgresDialect({ dateParser: "string" }),
        excludePattern: "{migrations,repeatable_migrations}",
        outFile: null,
        // `database.ts` parses int8 as a number, so the TypeScript type is `number`.
        typeMapping: { int8: "number" },
        customImports: Object.fromEntries(
          Object.values(jsonColumns).map(({ type, from }) => [type, `@kakehashi/contract/${from}`]),
        ),
        overrides: { columns: jsonTypes },
        postprocess: async ({ metadata }) => {
          const allowedValues = await readAllowedValues(pool);
          for (const [path, column] of columnsWithPaths(metadata)) {
            column.enumValues = allowedValues.get(path) ?? null;
            if (column.dataType === "jsonb") jsonTypes[path] = typeOfJsonColumn(path, column);
          }
          return metadata;
        },
      });
    } finally {
      await db.destroy();
    }
  } finally {
    await temporaryCluster.stop();
  }
}

/**
 * Returns the allowed values of text columns, by `table.column`. Reads them from check constraints such as `check (kind
 * in ('A', 'B'))`.
 */
async function readAllowedValues(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ path: string; constraintText: string }>(
    `select c.conrelid::regclass || '.' || a.attname as path, pg_get_constraintdef(c.oid) as "constraintText"
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and cardinality(c.conkey) = 1 and a.atttypid = 'text'::regtype`,
  );
  return new Map(
    rows.flatMap(({ path, constraintText }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(constraintText)?.[1];
      const values = list && [...list.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value);
      return values ? [[path, values]] : [];
    }),
  );
}

function columnsWithPaths({ tables }: DatabaseMetadata): [path: string, column: ColumnMetadata][] {
  return tables.flatMap(({ name, columns }) =>
    columns.map((column): [string, ColumnMetadata] => [`${name}.${column.name}`, column]),
  );
}

function typeOfJsonColumn(path: string, { hasDefaultValue }: ColumnMetadata): GenericExpressionNode {
  const jsonColumn = jsonColumns[path];
  if (!jsonColumn) throw new Error(`kit/db/json-columns.ts does not say what ${path} holds.`);
  const typeNode = new IdentifierNode(jsonColumn.type);
  const columnType = new GenericExpressionNode("JSONColumnType", [
    jsonColumn.isList ? new ArrayExpressionNode(typeNode) : typeNode,
  ]);
  return hasDefaultValue ? new GenericExpressionNode("Generated", [columnType]) : columnType;
}
