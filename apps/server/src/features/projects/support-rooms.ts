import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { correctRoomMembers } from "./correct-room-members.ts";
import * as store from "./support-room-store.ts";

export const supportRoomsJob = "admins-in-support-rooms";
/**
 * The job for all support rooms runs every hour. This job is needed because some role changes publish no `RoleChanged`,
 * for example that of the first admin.
 */
const hourlyCron = "40 * * * *";

interface SupportRoomsDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  events: Pick<Events, "onWrite">;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

/**
 * Keeps all admins in the support rooms of all projects. Adds a new admin, and removes a former admin who is not the
 * project's host. A new project gets the current admins when it is created.
 */
export function defineSupportRoomJobs(dependencies: SupportRoomsDependencies): void {
  const { jobs, events } = dependencies;
  jobs.repeat(supportRoomsJob, hourlyCron, () =>
    correctRoomMembers(dependencies, {
      roomOf: (project) => project.support_id,
      listProjectsWithWrongRoom: store.listProjectsWithWrongSupportRoom,
      findMemberDifference: store.findSupportRoomDifference,
    }),
  );

  events.onWrite("RoleChanged", async (tx) => {
    // Another transaction may be creating a project with the old list of admins. Wait until that transaction has ended,
    // so that the job sees the new project.
    await store.waitForProjectCreations(tx);
    await jobs.send(tx, supportRoomsJob, {});
  });
}
