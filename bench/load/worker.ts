import { type JobName, loadJobs } from "./jobs.ts";

/**
 * The first IPC message to a load process. It names the job and contains the job's data. The job's connections stay
 * open until the parent process releases them.
 */
export interface JobRequest {
  name: JobName;
  job: unknown;
}
export type TaskOutcome = { result: unknown } | { error: string };

function sendOutcome(outcome: TaskOutcome): void {
  process.send?.(outcome);
}

const errorTextOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

process.on("disconnect", () => process.exit(0));
process.on("uncaughtException", (error) => {
  process.send?.({ error: errorTextOf(error) } satisfies TaskOutcome, () => process.exit(1));
});
process.once("message", ({ name, job }: JobRequest) => {
  // IPC messages have no types. The sender has already checked that the data fits the job.
  const runJob = loadJobs[name] as (job: unknown) => Promise<unknown>;
  runJob(job).then(
    (result) => sendOutcome({ result }),
    (error: unknown) => sendOutcome({ error: errorTextOf(error) }),
  );
});
