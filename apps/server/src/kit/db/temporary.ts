import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "./embedded.ts";

const PREFIX = "kakehashi-temporary-";

/** Creates a new folder in the system's temporary folder. Also removes such folders of killed processes. */
export function temporaryFolder(): string {
  removeOrphans();
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/**
 * Starts a temporary database cluster for tests and generators. Fast, and not durable unless requested.
 * `stop` deletes the cluster.
 */
export async function startTemporary(options: EmbeddedOptions = {}): Promise<Embedded> {
  const folder = temporaryFolder();
  // The account that runs PostgreSQL must be able to enter root's folder. The cluster inside stays closed to
  // others.
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const embedded = await startEmbedded(folder, { durable: false, ...options });
    return {
      ...embedded,
      stop: async () => {
        await embedded.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Removes the folders of killed runs, whose databases have stopped by themselves. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split("-")[0]);
    if (isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // The process exists but belongs to another user.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
