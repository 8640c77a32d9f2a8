import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { correctRooms } from "./correct-rooms.ts";
import * as store from "./support-room-store.ts";

export const supportRoomsJob = "admins-in-support-rooms";
/** Every hour, because some changes of a role publish no `RoleChanged`, such as that of the first admin. */
const cron = "40 * * * *";

interface Parts {
  db: Kysely<DB>;
  jobs: Jobs;
  events: Pick<Events, "onWrite">;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

/**
 * Keeps admins in the support rooms of all projects. A new admin is added; a former admin is removed, unless they are
 * the project's host. A new project adds the present admins itself.
 */
export function defineSupportRooms(parts: Parts): void {
  const { jobs, events } = parts;
  jobs.repeat(supportRoomsJob, cron, () =>
    correctRooms(parts, {
      roomOf: (project) => project.support_id,
      listWithWrongRoom: store.listWithWrongRoom,
      findDifference: store.findDifference,
    }),
  );

  events.onWrite("RoleChanged", async (tx) => {
    // A transaction that creates a project may have read the old admins. Wait until it is committed, so that the job
    // sees the project.
    await store.waitForNewProjects(tx);
    await jobs.send(tx, supportRoomsJob, {});
  });
}
