import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/**
 * The fields of a process in /proc after its name; see proc(5). Undefined if it has ended or this is not
 * Linux.
 */
function statOf(pid: number): string[] | undefined {
  try {
    // The process's name comes first and may contain any character, so it is cut off.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

/** The id of the parent process. Undefined if it is not known. */
export function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** A process and all its descendants. */
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

/** Seconds of processor time of a process and its running descendants. */
export function cpuSecondsOfFamily(pid: number): number {
  let ticks = 0;
  for (const id of familyOf(pid)) {
    const stat = statOf(id);
    ticks += Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0);
  }
  return ticks / ticksPerSecond;
}
