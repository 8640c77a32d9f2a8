import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { featureOrder as server } from "../apps/server/src/features/order.ts";
import { otherTableWriters, tableOwners } from "../apps/server/src/features/tables.ts";
import { featureDependencyOrder as web } from "../apps/web/app/features/order.ts";
import { root } from "./setup.js";
import { checkImports } from "./zones/check.ts";
import { checkTables, readTableNames } from "./zones/tables.ts";

// `npm run zones`: checks that files import only what they may, and that each table is written only by its feature. The
// rules are in ARCHITECTURE.md ("How the code is arranged").

const generatedFolders = new Set(["node_modules", "build", ".react-router", "data"]);

function readSources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return generatedFolders.has(entry.name) ? [] : readSources(path);
    return /\.(ts|tsx|js|jsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const sourceByFile = new Map(
  [...readSources("packages"), ...readSources("apps")].map((path) => [
    path,
    readFileSync(join(root, path), "utf8"),
  ]),
);
const schemaSource = readFileSync(join(root, "apps/server/src/kit/db/schema.generated.ts"), "utf8");
const zoneViolations = [
  ...checkImports(sourceByFile, { featureDependencyOrder: { server, web } }),
  ...checkTables(sourceByFile, {
    names: readTableNames(schemaSource),
    owners: tableOwners,
    otherTableWriters,
  }),
];
for (const violation of zoneViolations) console.error(violation);
if (zoneViolations.length > 0) process.exitCode = 1;
else console.log(`${sourceByFile.size} files, all in their zones`);
