import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "./embedded.ts";

const PREFIX = "kakehashi-temporary-";

/**
 * Creates a new folder under the system's temporary folder. Each call also removes the folders of processes
 * that were killed before they could remove them.
 */
export function temporaryFolder(): string {
  removeOrphans();
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Starts a cluster for tests and generators. It is fast, and not durable unless asked. `stop` deletes it. */
export async function startTemporary(options: EmbeddedOptions = {}): Promise<Embedded> {
  const folder = temporaryFolder();
  // The database account must be able to pass root's folder. The cluster inside stays closed.
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

/** Removes the folders of killed runs. The databases of those runs have stopped by themselves. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split("-")[0]);
    if (isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // The process belongs to another user.
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
