import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";

const publishPostJob = "blog.appear";

/**
 * Calls `onPublished` at the planned time of a blog post, so that cached pages without the post are replaced. The post
 * itself needs no job: queries hide it until its time.
 */
export function createPublicationSchedule(jobs: Jobs, onPublished: () => void) {
  jobs.define(publishPostJob, async () => onPublished());
  return {
    /**
     * Call this in the transaction that sets a post's publication time. If the time is changed, the job for the earlier
     * time still runs and replaces the cached pages once more, which is harmless.
     */
    async scheduleAt(executor: Kysely<DB>, publishedAt: Date | null): Promise<void> {
      const delaySeconds = Math.ceil(((publishedAt?.getTime() ?? 0) - Date.now()) / 1000);
      if (delaySeconds > 0) await jobs.send(executor, publishPostJob, {}, { after: delaySeconds });
    },
  };
}
