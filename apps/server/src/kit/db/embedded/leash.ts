import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { SystemAccount } from "./account.ts";

/**
 * A program that ends when this process ends, even by SIGKILL. A shell beside the program reads a pipe, and only this
 * process has the pipe's other end open. When the pipe closes, the shell interrupts the program.
 */
export type ProgramEndingWithParent = {
  /** Settles when the program has ended. Never rejects. */
  exitPromise: Promise<{ code: number | null }>;
  /** Returns the last lines of the program's output, newest last. */
  lastOutputLines(): string[];
  /**
   * Resolves when the program prints a line that contains `text`. Rejects if the program ends without printing such a
   * line.
   */
  waitForOutput(text: string): Promise<void>;
  /** Closes the pipe, so that the shell interrupts the program. Resolves when the program has ended. */
  stop(): Promise<void>;
};

const MAXIMUM_OUTPUT_LINES = 40;

// The shell's built-in `read` waits for the pipe to close. A separate program would itself keep the pipe open. A
// background job has /dev/null as stdin, so the pipe is passed to it as file descriptor 3.
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

/** Starts a program that ends when this process ends. `env` contains all environment variables of the program. */
export function startProgramEndingWithParent(
  account: SystemAccount,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): ProgramEndingWithParent {
  const [command, allArguments] = account.commandFor("/bin/sh", [
    "-c",
    WATCHDOG_SCRIPT,
    "leash",
    program,
    ...args,
  ]);
  // The program gets its own process group, because Ctrl-C in a terminal ends all processes of a group. The database
  // must run until the server has responded to the open requests.
  const child: ChildProcess = spawn(command, allArguments, {
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
  // Ignores the error of a broken pipe. It occurs if the program ends by itself, and `exited` already reports that.
  child.stdin?.on("error", () => {});
  if (child.stderr) {
    createInterface({ input: child.stderr }).on("line", (line) => {
      outputLines.push(line);
      if (outputLines.length > MAXIMUM_OUTPUT_LINES) outputLines.shift();
      for (const listener of listeners) listener(line);
    });
  }
  return {
    exitPromise: exited,
    lastOutputLines: () => [...outputLines],
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
