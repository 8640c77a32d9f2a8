import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "./embedded.ts";

const PREFIX = "kakehashi-temporary-";

/**
 * A folder under the system's temporary one. The next to ask removes those of processes that are gone, which were
 * killed before they could tidy up.
 */
export function temporaryFolder(): string {
  removeOrphans();
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** A cluster that is thrown away: fast, not durable unless asked; `stop` removes its folder. For tests and generators. */
export async function startTemporary(options: EmbeddedOptions = {}): Promise<Embedded> {
  const folder = temporaryFolder();
  // Root's database account passes through; the cluster inside stays closed.
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

/** The folders of runs that were killed: their databases stopped with them, but nobody was left to tidy up. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split("-")[0]);
    if (isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's.
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
