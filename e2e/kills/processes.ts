import { readdirSync, readFileSync } from "node:fs";

/** Returns the name and the parent's id of a Linux process. Null if the process has ended. */
function readProcess(pid: number): { parent: number; name: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return {
      name: stat.slice(stat.indexOf("(") + 1, end),
      parent: Number(stat.slice(end + 4).split(" ")[0]),
    };
  } catch {
    return null;
  }
}

/** Returns the ids of all descendants of a process. */
export function listDescendants(pid: number): number[] {
  const parentByPid = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readProcess(Number(name))?.parent]),
  );
  const familyPids = [pid];
  for (const ancestor of familyPids)
    for (const [childPid, parentPid] of parentByPid) if (parentPid === ancestor) familyPids.push(childPid);
  return familyPids.slice(1);
}

/** Sends SIGKILL to the processes. Ignores processes that have already ended. */
export function killProcesses(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
