import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { PublishRoomChange, Rooms } from "../rooms/service.ts";
import * as rows from "./rows.ts";

/** Maximum number of projects whose ids one query reads. */
const batchSize = 100;

/** Who is missing in a project's room (`missing`), and who is in the room but does not belong there (`extra`). */
export interface MemberDifference {
  readonly missing: string[];
  readonly extra: string[];
}

interface RoomCorrectionDependencies {
  db: Kysely<DB>;
  rooms: Pick<Rooms, "addMembersIn" | "removeMemberIn">;
}

interface RoomKindRules {
  readonly roomOf: (project: rows.LockedProject) => string | null;
  /**
   * Returns the next projects, sorted by id, whose room lacks somebody or contains somebody who does not belong there.
   */
  readonly listProjectsWithWrongRoom: (
    db: Kysely<DB>,
    after: string | null,
    limit: number,
  ) => Promise<string[]>;
  /**
   * Compares the members of one project's room with the people who belong there. The caller must have locked the
   * project.
   */
  readonly findMemberDifference: (tx: Kysely<DB>, projectId: string) => Promise<MemberDifference>;
}

/**
 * Corrects the members of one kind of room in all projects. The job lists only rooms with wrong members, so it can
 * start again after a crash.
 */
export async function correctRoomMembers(
  { db, rooms }: RoomCorrectionDependencies,
  {
    roomOf,
    listProjectsWithWrongRoom: listWithWrongRoom,
    findMemberDifference: findDifference,
  }: RoomKindRules,
): Promise<void> {
  async function correctRoom(projectId: string): Promise<void> {
    const publishFunctions = await db.transaction().execute(async (tx): Promise<PublishRoomChange[]> => {
      const project = await rows.lockProject(tx, projectId);
      const roomId = project && roomOf(project);
      if (!roomId) return [];
      const { missing, extra } = await findDifference(tx, projectId);
      const changes = missing.length > 0 ? [await rooms.addMembersIn(tx, roomId, missing)] : [];
      for (const userId of extra) changes.push(await rooms.removeMemberIn(tx, roomId, userId));
      return changes;
    });
    for (const publish of publishFunctions) await publish();
  }

  let afterId: string | undefined;
  do {
    const ids = await listWithWrongRoom(db, afterId ?? null, batchSize);
    for (const id of ids) await correctRoom(id);
    afterId = ids.at(-1);
  } while (afterId !== undefined);
}
