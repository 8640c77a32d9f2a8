import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "./account.ts";

/** PostgreSQL names its socket after a port, though there is none. */
export const SOCKET_NAME = ".s.PGSQL.5432";

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing NUL included.
const SUN_PATH = 103;

/**
 * The folder of the database's socket: the cluster's own (mode 0700) when the path fits a socket address,
 * else one under the temporary folder, named after the cluster.
 */
export function socketFolder(cluster: string, account: Account): string {
  if (Buffer.byteLength(join(cluster, SOCKET_NAME)) <= SUN_PATH) return cluster;
  const name = `kakehashi-${account.uid}-${createHash("sha256").update(cluster).digest("hex").slice(0, 16)}`;
  const folder = join(tmpdir(), name);
  try {
    mkdirSync(folder, { mode: 0o700 });
    account.own(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  // Anybody can make a folder under /tmp first; whoever does would sit between us and the database.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} should be a folder of user ${account.uid} that nobody else enters: remove it.`,
    );
  }
  return folder;
}

export function connectionUrl(sockets: string, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(sockets)}`;
}
