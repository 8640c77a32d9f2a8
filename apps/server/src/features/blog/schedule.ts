import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";

const job = "blog.appear";

/** `appeared` is told when a scheduled post's moment has come: pages in memory do not know it yet. */
export function createSchedule(jobs: Jobs, appeared: () => void) {
  jobs.define(job, async () => appeared());
  return {
    /** In the transaction that sets the time. The moments that a post no longer waits for are told as well. */
    async note(executor: Kysely<DB>, publishedAt: Date | null): Promise<void> {
      const after = Math.ceil(((publishedAt?.getTime() ?? 0) - Date.now()) / 1000);
      if (after > 0) await jobs.send(executor, job, {}, { after });
    },
  };
}
