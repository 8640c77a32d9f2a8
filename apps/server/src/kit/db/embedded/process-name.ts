import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Returns the name of the program that a process runs. Undefined if the process does not exist. */
export function readProgramName(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0];
    return execFileSync("ps", ["-o", "comm=", "-p", `${pid}`], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}
