import { type JobName, jobs } from "./jobs.ts";

/** What the load's process is told first, and what it answers. What it opened stays open until it is let go. */
export interface Order {
  name: JobName;
  job: unknown;
}
export type Outcome = { result: unknown } | { error: string };

function answer(outcome: Outcome): void {
  process.send?.(outcome);
}

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error));

process.on("disconnect", () => process.exit(0));
process.on("uncaughtException", (error) => {
  process.send?.({ error: explain(error) } satisfies Outcome, () => process.exit(1));
});
process.once("message", ({ name, job }: Order) => {
  // Name and job were checked where the order was given; the channel between processes has no types.
  const run = jobs[name] as (job: unknown) => Promise<unknown>;
  run(job).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: explain(error) }),
  );
});
