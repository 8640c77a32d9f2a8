import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { JobName, LoadJobs } from "./jobs.ts";
import type { JobRequest, TaskOutcome } from "./worker.ts";

/** A process that does not end within this many milliseconds is killed. */
const killTimeoutMs = 8_000;

const startedChildren = new Set<ChildProcess>();

/** Adds a child process to the list of processes that `endProcesses` ends. */
export function trackProcess<C extends ChildProcess>(childProcess: C): C {
  startedChildren.add(childProcess);
  childProcess.once("exit", () => startedChildren.delete(childProcess));
  return childProcess;
}

/** Ends all listed child processes when this program is interrupted. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...startedChildren].map((childProcess) => endProcess(childProcess, "SIGTERM")));
}

/** Ends a child process, and waits until it has ended. */
export async function endProcess(childProcess: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (childProcess.exitCode !== null || childProcess.signalCode !== null) return;
  const childExit = once(childProcess, "exit");
  childProcess.kill(signal);
  const timer = setTimeout(() => childProcess.kill("SIGKILL"), killTimeoutMs);
  await childExit;
  clearTimeout(timer);
}

export interface LoadTask<R> extends AsyncDisposable {
  result: R;
}

/**
 * Runs one job in a new process, so that every measurement starts with an empty heap. The process keeps its connections
 * open until the caller disposes the returned task.
 */
export async function runTask<N extends JobName>(
  name: N,
  job: Parameters<LoadJobs[N]>[0],
): Promise<LoadTask<Awaited<ReturnType<LoadJobs[N]>>>> {
  const childProcess = trackProcess(
    fork(join(import.meta.dirname, "worker.ts"), {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  const killWorker = () => endProcess(childProcess, "SIGKILL");
  try {
    const outcomePromise = new Promise<TaskOutcome>((resolve) => {
      childProcess.once("message", (message) => resolve(message as TaskOutcome));
      childProcess.once("error", (error) => resolve({ error: error.message }));
      childProcess.once("exit", () => resolve({ error: `the process of ${name} ended early` }));
    });
    childProcess.send({ name, job } satisfies JobRequest);
    const workerOutcome = await outcomePromise;
    if ("error" in workerOutcome) throw new Error(`${name}: ${workerOutcome.error}`);
    return {
      result: workerOutcome.result as Awaited<ReturnType<LoadJobs[N]>>,
      [Symbol.asyncDispose]: killWorker,
    };
  } catch (error) {
    await killWorker();
    throw error;
  }
}
