import { readdirSync, readFileSync } from "node:fs";

/** Linux reports processor time in hundredths of a second on every computer. */
const clockTicksPerSecond = 100;

/**
 * Returns the fields that follow the name in `/proc/<pid>/stat`; see proc(5). Undefined if the process has ended or the
 * system is not Linux.
 */
function readProcessStat(pid: number): string[] | undefined {
  try {
    // Skips the process id and the name in brackets. The name may itself contain ") ", so the fields begin after the
    // last ") ".
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

/** Returns the id of the process's parent. Undefined if it cannot be read. */
export function findParentPid(pid: number): number | undefined {
  const parentPid = readProcessStat(pid)?.[1];
  return parentPid === undefined ? undefined : Number(parentPid);
}

/** Returns the ids of a process and of all its descendants. */
export function findProcessTree(pid: number): Set<number> {
  const parentByPid = new Map<number, number>();
  for (const id of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const parentPid = findParentPid(id);
    if (parentPid !== undefined) parentByPid.set(id, parentPid);
  }
  const treePids = new Set([pid]);
  for (let size = 0; size < treePids.size; ) {
    size = treePids.size;
    for (const [id, parentPid] of parentByPid) if (treePids.has(parentPid)) treePids.add(id);
  }
  return treePids;
}

/** Returns the seconds of processor time that a process and its running descendants have used. */
export function readProcessTreeCpuSeconds(pid: number): number {
  let clockTicks = 0;
  for (const id of findProcessTree(pid)) {
    const statFields = readProcessStat(id);
    clockTicks += Number(statFields?.[11] ?? 0) + Number(statFields?.[12] ?? 0);
  }
  return clockTicks / clockTicksPerSecond;
}
