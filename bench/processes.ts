import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/**
 * Returns the fields that /proc lists for a process after its name; see proc(5). Undefined if the process has ended or
 * this is not Linux.
 */
function statOf(pid: number): string[] | undefined {
  try {
    // The process's name is the second field and may contain any character, so everything up to its end is cut off.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

/** Returns the id of the parent process. Undefined if it cannot be read. */
export function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** Returns the ids of a process and of all its descendants. */
export function familyOf(pid: number): Set<number> {
  const parents = new Map<number, number>();
  for (const id of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const parent = parentOf(id);
    if (parent !== undefined) parents.set(id, parent);
  }
  const familyPids = new Set([pid]);
  for (let size = 0; size < familyPids.size; ) {
    size = familyPids.size;
    for (const [id, parent] of parents) if (familyPids.has(parent)) familyPids.add(id);
  }
  return familyPids;
}

/** Returns the seconds of processor time that a process and its running descendants have used. */
export function cpuSecondsOfFamily(pid: number): number {
  let ticks = 0;
  for (const id of familyOf(pid)) {
    const stat = statOf(id);
    ticks += Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0);
  }
  return ticks / ticksPerSecond;
}
