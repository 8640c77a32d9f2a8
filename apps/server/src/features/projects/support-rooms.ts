import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { correctRooms } from "./correct-rooms.ts";
import * as store from "./support-room-store.ts";

export const supportRoomsJob = "admins-in-support-rooms";
/**
 * When the support rooms are corrected: every hour, because some role changes publish no `RoleChanged`, such
 * as that of the first admin.
 */
const cron = "40 * * * *";

interface Dependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  events: Pick<Events, "onWrite">;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

/**
 * Keeps all admins in the support rooms of all projects. Adds a new admin; removes a former admin, unless
 * they are the project's host. The creation of a project adds the current admins itself.
 */
export function defineSupportRooms(dependencies: Dependencies): void {
  const { jobs, events } = dependencies;
  jobs.repeat(supportRoomsJob, cron, () =>
    correctRooms(dependencies, {
      roomOf: (project) => project.support_id,
      listProjectsWithWrongRoom: store.listProjectsWithWrongRoom,
      findMemberDifference: store.findMemberDifference,
    }),
  );

  events.onWrite("RoleChanged", async (tx) => {
    // A transaction that creates a project may have read the old list of admins. The call waits for that transaction's
    // commit, so that the job sees the project.
    await store.waitForNewProjects(tx);
    await jobs.send(tx, supportRoomsJob, {});
  });
}
