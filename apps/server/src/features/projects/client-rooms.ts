import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./client-room-store.ts";
import { correctRooms } from "./correct-rooms.ts";

export const clientRoomsJob = "translators-in-client-rooms";
const correctRoomsOfPersonJob = "client-rooms-of-person";
/**
 * When the client's rooms are corrected: once a day, because some role changes publish no `RoleChanged`, such
 * as that of the first admin.
 */
const dailyCron = "10 4 * * *";
const timeoutSeconds = 10 * 60;

interface Dependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  events: Pick<Events, "onWrite">;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

/**
 * Corrects the clients' rooms when a person's role changes. A person who becomes a translator or bridge engineer (BrSE)
 * enters the rooms of the projects that they have joined. A person who loses the role leaves these rooms, unless they
 * are a host.
 */
export function defineClientRooms(dependencies: Dependencies): void {
  const { jobs, events } = dependencies;
  const correctClientRooms = (userId: string | null) =>
    correctRooms(dependencies, {
      roomOf: (project) => project.client_id,
      listProjectsWithWrongRoom: (db, after, limit) =>
        store.listProjectsWithWrongRoom(db, { userId, after, limit }),
      findMemberDifference: store.findMemberDifference,
    });

  jobs.repeat(clientRoomsJob, dailyCron, () => correctClientRooms(null));
  jobs.define<{ userId: string }>(correctRoomsOfPersonJob, ({ userId }) => correctClientRooms(userId), {
    timeoutSeconds,
  });
  // A transaction that has read the person's old role locks the account until its commit (`lockRole`). The role can
  // change only after that commit. So this job, which is queued with the change, sees what the transaction did.
  events.onWrite("RoleChanged", (tx, { userId }) =>
    jobs.send(tx, correctRoomsOfPersonJob, { userId }, { group: userId }),
  );
}
