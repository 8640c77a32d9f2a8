import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a process runs, or undefined when there is no such process. */
export function processName(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0];
    return execFileSync("ps", ["-o", "comm=", "-p", `${pid}`], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}
