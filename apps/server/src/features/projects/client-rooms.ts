import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./client-room-store.ts";
import { correctRoomMembers } from "./correct-room-members.ts";

export const clientRoomsJob = "translators-in-client-rooms";
const correctRoomsOfPersonJob = "client-rooms-of-person";
/**
 * The job for all clients' rooms runs once a day. This job is needed because some role changes publish no
 * `RoleChanged`, for example that of the first admin.
 */
const dailyCron = "10 4 * * *";
const timeoutSeconds = 10 * 60;

interface ClientRoomsDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  events: Pick<Events, "onWrite">;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

/**
 * Defines the jobs that correct the clients' rooms after people's roles have changed. A new translator or bridge
 * engineer (BrSE) is added to the rooms of the projects that they have joined. A person who loses the role is removed
 * from these rooms, unless they are a host.
 */
export function defineClientRoomJobs(dependencies: ClientRoomsDependencies): void {
  const { jobs, events } = dependencies;
  const correctClientRooms = (userId: string | null) =>
    correctRoomMembers(dependencies, {
      roomOf: (project) => project.client_id,
      listProjectsWithWrongRoom: (db, afterProjectId, limit) =>
        store.listProjectsWithWrongClientRoom(db, { userId, after: afterProjectId, limit }),
      findMemberDifference: store.findClientRoomDifference,
    });

  jobs.repeat(clientRoomsJob, dailyCron, () => correctClientRooms(null));
  jobs.define<{ userId: string }>(correctRoomsOfPersonJob, ({ userId }) => correctClientRooms(userId), {
    timeoutSeconds,
  });
  // Some transactions read the person's role and lock the account until they commit (`lockRole`). The role can change
  // only after such a transaction has ended. This job is queued together with the change of the role, so it sees what
  // the transaction has done.
  events.onWrite("RoleChanged", (tx, { userId }) =>
    jobs.send(tx, correctRoomsOfPersonJob, { userId }, { group: userId }),
  );
}
