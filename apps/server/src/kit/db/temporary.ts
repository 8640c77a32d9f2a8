import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded.ts";

const FOLDER_PREFIX = "kakehashi-temporary-";

/** The folder of Linux whose files are kept in memory. */
const inMemoryFolder = "/dev/shm";
/**
 * A test's database is kept in memory only if the folder in memory has at least this many bytes free, ten times as much
 * as the tests need. Many containers have a folder of only 64 MB.
 */
const minimumFreeBytes = 4e9;

/**
 * Creates a new folder in the system's temporary folder. With `inMemory` the folder is in memory instead, if
 * there is room. Also removes the folders that killed processes have left behind.
 */
export function createTemporaryFolder({ inMemory = false } = {}): string {
  const parent = inMemory ? chooseMemoryFolder() : tmpdir();
  removeOrphanedFolders(parent);
  return mkdtempSync(join(parent, `${FOLDER_PREFIX}${process.pid}-`));
}

/**
 * Chooses the folder in memory if there is room. A database cluster creates and deletes thousands of files, which takes
 * half as much processor time in memory as on a disk.
 */
function chooseMemoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemoryFolder);
    if (bavail * bsize >= minimumFreeBytes) return inMemoryFolder;
  } catch {
    // This operating system has no folder whose files are kept in memory.
  }
  return tmpdir();
}

/**
 * Starts a temporary database cluster for tests and generators. Fast, and not durable unless requested.
 * `inMemory`: its files are in memory, if there is room. `stop` deletes the cluster.
 */
export async function startTemporaryCluster({
  inMemory = false,
  ...options
}: EmbeddedPostgresOptions & { inMemory?: boolean } = {}): Promise<EmbeddedPostgres> {
  const folder = createTemporaryFolder({ inMemory });
  // The account that runs PostgreSQL must be able to enter the temporary folder, which root owns. The cluster in the
  // folder stays closed to other accounts.
  chmodSync(folder, 0o711);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const embedded = await startEmbeddedPostgres(folder, { isDurable: false, ...options });
    return {
      ...embedded,
      stop: async () => {
        await embedded.stop();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Removes the folders of killed runs, whose databases have stopped by themselves. */
function removeOrphanedFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const pid = Number(name.slice(FOLDER_PREFIX.length).split("-")[0]);
    if (isProcessRunning(pid)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // The temporary folder belongs to another user of the system, so this process may not remove it.
    }
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
