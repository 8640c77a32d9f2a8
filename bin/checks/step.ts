import { spawn } from "node:child_process";
import { buildChildEnvironment } from "../setup.js";

export type StepOutcome = { ok: boolean; output: string };

/**
 * Runs a program until it ends or reaches the time limit. Then ends all processes that it started.
 * @param limit milliseconds
 */
export function runStep(
  [program = "", ...args]: string[],
  limit: number,
  interruptSignal: AbortSignal,
  extraEnvironment: Record<string, string> = {},
): Promise<StepOutcome> {
  if (interruptSignal.aborted) return Promise.resolve({ ok: false, output: "interrupted\n" });
  // The step gets its own process group, so that all processes that it starts can be killed together.
  const childProcess = spawn(program, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...buildChildEnvironment(),
      ...(process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: "0" }),
      ...extraEnvironment,
    },
  });
  let output = "";
  childProcess.stdout.on("data", (chunk) => (output += chunk));
  childProcess.stderr.on("data", (chunk) => (output += chunk));
  const killStep = (reason: string) => {
    output += `${reason}\n`;
    if (childProcess.pid) process.kill(-childProcess.pid, "SIGKILL");
  };
  const onInterrupt = () => killStep("interrupted");
  interruptSignal.addEventListener("abort", onInterrupt);
  const timer = setTimeout(() => killStep(`stopped after ${Math.round(limit / 1000)} s`), limit);
  return new Promise((resolve) => {
    const finishStep = (hasPassed: boolean) => {
      clearTimeout(timer);
      interruptSignal.removeEventListener("abort", onInterrupt);
      resolve({ ok: hasPassed, output });
    };
    childProcess.on("error", (error) => {
      output += `${error.message}\n`;
      finishStep(false);
    });
    // Listens for "exit" and not for "close". A child process that outlives the program may keep its output pipe open,
    // and then "close" would never come.
    childProcess.on("exit", (code) => setImmediate(() => finishStep(code === 0)));
  });
}
