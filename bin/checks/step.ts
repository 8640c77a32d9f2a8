import { spawn } from "node:child_process";
import { environment } from "../setup.js";

export type Outcome = { ok: boolean; output: string };

/**
 * Runs a program to its end or to a time limit, and ends everything that it started.
 * @param limit milliseconds
 */
export function runStep(
  [program = "", ...args]: string[],
  limit: number,
  interrupted: AbortSignal,
  extra: Record<string, string> = {},
): Promise<Outcome> {
  if (interrupted.aborted) return Promise.resolve({ ok: false, output: "interrupted\n" });
  // Its own process group, so that all of its processes can be ended.
  const child = spawn(program, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment(), ...(process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: "0" }), ...extra },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const end = (why: string) => {
    output += `${why}\n`;
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  };
  const onInterrupt = () => end("interrupted");
  interrupted.addEventListener("abort", onInterrupt);
  const timer = setTimeout(() => end(`stopped after ${Math.round(limit / 1000)} s`), limit);
  return new Promise((resolve) => {
    const settle = (ok: boolean) => {
      clearTimeout(timer);
      interrupted.removeEventListener("abort", onInterrupt);
      resolve({ ok, output });
    };
    child.on("error", (error) => {
      output += `${error.message}\n`;
      settle(false);
    });
    // Not "close": a surviving child that holds the pipe must not block the check.
    child.on("exit", (code) => setImmediate(() => settle(code === 0)));
  });
}
