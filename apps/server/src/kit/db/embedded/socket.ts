import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SystemAccount } from "./account.ts";

/** The file name of the database's Unix socket. PostgreSQL requires a port at its end, but uses no port here. */
export const SOCKET_NAME = ".s.PGSQL.5432";

// Maximum bytes of a socket's path: `sun_path` has 104 bytes on macOS and 108 on Linux, with the final NUL.
const MAXIMUM_SOCKET_PATH_BYTES = 103;

/**
 * Returns the folder of the database's socket: the cluster's folder (mode 0700) if its path is short enough. Otherwise
 * a folder under the temporary folder, with a name derived from the cluster's path.
 */
export function chooseSocketFolder(clusterFolder: string, account: SystemAccount): string {
  if (Buffer.byteLength(join(clusterFolder, SOCKET_NAME)) <= MAXIMUM_SOCKET_PATH_BYTES) return clusterFolder;
  const name = `kakehashi-${account.uid}-${createHash("sha256").update(clusterFolder).digest("hex").slice(0, 16)}`;
  const folder = join(tmpdir(), name);
  try {
    mkdirSync(folder, { mode: 0o700 });
    account.chown(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  // Anybody can create a folder under /tmp. If another account owned this folder, that account could intercept the
  // connection to the database.
  const folderStat = lstatSync(folder);
  if (!folderStat.isDirectory() || folderStat.uid !== account.uid || (folderStat.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} should be a folder of user ${account.uid} that nobody else enters: remove it.`,
    );
  }
  return folder;
}

export function buildSocketConnectionUrl(socketDir: string, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socketDir)}`;
}
