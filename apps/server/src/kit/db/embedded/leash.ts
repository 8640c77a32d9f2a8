import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { SystemAccount } from "./account.ts";

/**
 * Runs a program that must end when this process ends, even by SIGKILL. A shell beside the program reads a
 * pipe whose other end only this process holds. The shell interrupts the program when the pipe closes.
 */
export type ProgramEndingWithParent = {
  /** Settles when the program has ended. Never rejects. */
  exited: Promise<{ code: number | null }>;
  /** Returns the last lines of the program's output, newest last. */
  lines(): string[];
  /** Resolves at the first output line that contains `text`. Rejects if the program ends without such a line. */
  waitForOutput(text: string): Promise<void>;
  /** Closes the pipe, which interrupts the program, and waits until the program has ended. */
  stop(): Promise<void>;
};

const MAXIMUM_OUTPUT_LINES = 40;

// The script uses the shell's own `read` instead of another program, which would hold the pipe too. A background job
// has /dev/null as stdin, so the script passes the pipe as file descriptor 3.
const WATCHDOG_SCRIPT = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
{ read -r _ <&3; kill -INT $program; } 2>/dev/null &
leash=$!
wait $program
code=$?
kill $leash 2>/dev/null
exit $code`;

/** Starts a program that ends when this process ends. `env` is the program's whole environment. */
export function startProgramEndingWithParent(
  account: SystemAccount,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): ProgramEndingWithParent {
  const [command, all] = account.commandFor("/bin/sh", ["-c", WATCHDOG_SCRIPT, "leash", program, ...args]);
  // The program gets a process group of its own. Ctrl-C in a terminal ends all processes of a group, and the database
  // must run until the server has answered the open requests.
  const child: ChildProcess = spawn(command, all, {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
    env,
    cwd: "/",
  });
  const outputLines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once("close", (code) => resolve({ code }));
    child.once("error", (error) => {
      outputLines.push(error.message);
      resolve({ code: null });
    });
  });
  // Ignores the error of a broken pipe. The pipe breaks if the program ends by itself, and `exited` reports that.
  child.stdin?.on("error", () => {});
  if (child.stderr) {
    createInterface({ input: child.stderr }).on("line", (line) => {
      outputLines.push(line);
      if (outputLines.length > MAXIMUM_OUTPUT_LINES) outputLines.shift();
      for (const listener of listeners) listener(line);
    });
  }
  return {
    exited,
    lines: () => [...outputLines],
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        if (outputLines.some((line) => line.includes(text))) return resolve();
        const listener = (line: string) => {
          if (!line.includes(text)) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
        exited.then(() => reject(new Error(outputLines.at(-1) ?? `${program} ended without a word`)));
      }),
    stop: async () => {
      child.stdin?.destroy();
      await exited;
    },
  };
}
