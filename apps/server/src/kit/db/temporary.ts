import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded.ts";

const FOLDER_PREFIX = "kakehashi-temporary-";

/** The path of Linux's in-memory file system. */
const inMemoryFolder = "/dev/shm";
/**
 * The files of a test's database are kept in memory only if the in-memory file system has at least this many free
 * bytes. The tests need a tenth of this. In many containers, the file system has only 64 MB.
 */
const minimumFreeBytes = 4e9;

/**
 * Creates a new temporary folder. With `inMemory` the folder is in the in-memory file system if it has room. Also
 * removes the folders that killed processes left behind.
 */
export function createTemporaryFolder({ inMemory = false } = {}): string {
  const parent = inMemory ? chooseMemoryFolder() : tmpdir();
  removeOrphanedFolders(parent);
  return mkdtempSync(join(parent, `${FOLDER_PREFIX}${process.pid}-`));
}

/**
 * Chooses the in-memory file system if it has enough free space. A database cluster creates and deletes thousands of
 * files; in memory, this takes half the processor time.
 */
function chooseMemoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemoryFolder);
    if (bavail * bsize >= minimumFreeBytes) return inMemoryFolder;
  } catch {
    // This operating system has no such in-memory file system. The ordinary temporary folder is used then.
  }
  return tmpdir();
}

/**
 * Starts a temporary database cluster for tests and generators. By default its writes are not durable, which makes it
 * fast. `inMemory`: its files are in memory if there is room. `stop` deletes the cluster.
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

/** Removes the folders of killed runs. Their databases have already stopped. */
function removeOrphanedFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const pid = Number(name.slice(FOLDER_PREFIX.length).split("-")[0]);
    if (isProcessRunning(pid)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user of the system, so this process may not remove it.
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
