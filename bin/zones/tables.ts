import { findModuleLocation } from "./places.ts";

/**
 * All tables, and the feature that may write each of them (`apps/server/src/features/tables.ts`). `otherTableWriters` lists
 * the exceptions.
 */
export type TableOwnership = {
  names: readonly string[];
  owners: Readonly<Record<string, string>>;
  otherTableWriters: readonly { table: string; feature: string; reason: string }[];
};

const writeStatementPatterns = [
  /\.(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|update)\s+(\w+)/gi,
];

/**
 * Returns one line for each fault: a table without an owner, a feature that writes a table of another feature, or an
 * exception that no code needs.
 */
export function checkTables(files: ReadonlyMap<string, string>, tables: TableOwnership): string[] {
  const { names, owners, otherTableWriters } = tables;
  const violations = names
    .filter((name) => !(name in owners))
    .map((name) => `the table "${name}" has no owner in apps/server/src/features/tables.ts`);
  const unusedExceptions = new Set(otherTableWriters);
  for (const [path, source] of files) {
    const importer = findModuleLocation(path);
    if (importer.zone !== "server" || importer.isTest || !("feature" in importer)) continue;
    for (const [line, text] of source.split("\n").entries()) {
      for (const [, name = ""] of writeStatementPatterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
        const owner = names.includes(name) ? owners[name] : undefined;
        if (owner === undefined || owner === importer.feature) continue;
        const writerException = otherTableWriters.find(
          ({ table, feature }) => table === name && feature === importer.feature,
        );
        if (writerException) unusedExceptions.delete(writerException);
        else
          violations.push(
            `${path}:${line + 1}: writes "${name}", which is "${owner}"'s: ask its service, or say why not in features/tables.ts`,
          );
      }
    }
  }
  return [
    ...violations,
    ...[...unusedExceptions].map(
      ({ table, feature }) => `features/tables.ts: "${feature}" does not write "${table}" any more`,
    ),
  ];
}

/** Returns the table names in a generated schema. They are the properties of its `interface DB`. */
export function readTableNames(schema: string): string[] {
  const [, body = ""] = /export interface DB \{([^}]*)\}/.exec(schema) ?? [];
  return [...body.matchAll(/^\s*(\w+):/gm)].map(([, name = ""]) => name);
}
