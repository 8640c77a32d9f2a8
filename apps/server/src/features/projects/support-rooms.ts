import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Publish, Rooms } from "../rooms/service.ts";
import * as rows from "./rows.ts";
import * as store from "./support-room-store.ts";

export const supportRoomsJob = "admins-in-support-rooms";
/** Hourly, for admins who came by another way than a change of their role, such as the first one. */
const cron = "40 * * * *";
/** Projects between two reads of the list. */
const batchSize = 100;

interface Parts {
  db: Kysely<DB>;
  jobs: Jobs;
  events: Pick<Events, "onWrite">;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

/**
 * Whoever becomes an admin enters the support rooms of all projects, and leaves them when they are none any longer,
 * unless they are the project's host. New projects bring in the admins that there are.
 */
export function defineSupportRooms({ db, jobs, events, rooms }: Parts): void {
  async function putRight(projectId: string): Promise<void> {
    const publishes = await db.transaction().execute(async (tx): Promise<Publish[]> => {
      const project = await rows.lockProject(tx, projectId);
      if (!project?.support_id) return [];
      const { missing, extra } = await store.findDifference(tx, projectId);
      const changes = missing.length > 0 ? [await rooms.addMembersIn(tx, project.support_id, missing)] : [];
      for (const userId of extra) changes.push(await rooms.removeMemberIn(tx, project.support_id, userId));
      return changes;
    });
    for (const publish of publishes) await publish();
  }

  // A run that is interrupted has put right what it has come to, so the next one goes on from there.
  jobs.repeat(supportRoomsJob, cron, async () => {
    let after: string | undefined;
    do {
      const ids = await store.listDifferent(db, after ?? null, batchSize);
      for (const id of ids) await putRight(id);
      after = ids.at(-1);
    } while (after !== undefined);
  });

  events.onWrite("RoleChanged", async (tx) => {
    // A project that is being created has seen the admins of before. It is committed before the job looks.
    await store.waitForNewProjects(tx);
    await jobs.send(tx, supportRoomsJob, {});
  });
}
