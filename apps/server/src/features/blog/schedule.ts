import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";

const publishPostJob = "blog.appear";

/**
 * Publishes blog posts at their planned time. Then calls `onPublished`, so that cached pages without the post are
 * replaced.
 */
export function createPublicationSchedule(jobs: Jobs, onPublished: () => void) {
  jobs.define(publishPostJob, async () => onPublished());
  return {
    /**
     * Call this in the transaction that sets a post's publication time. Jobs for earlier planned times still run, which
     * is harmless.
     */
    async scheduleAt(executor: Kysely<DB>, publishedAt: Date | null): Promise<void> {
      const delaySeconds = Math.ceil(((publishedAt?.getTime() ?? 0) - Date.now()) / 1000);
      if (delaySeconds > 0) await jobs.send(executor, publishPostJob, {}, { after: delaySeconds });
    },
  };
}
