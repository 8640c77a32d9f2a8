import { isTranslator } from "@kakehashi/contract/known-languages";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { PublishRoomChange, Rooms } from "../rooms/service.ts";
import type { LockedProject } from "./rows.ts";

type ProjectRooms = Pick<LockedProject, "team_id" | "client_id" | "support_id">;

/** Returns the name for a project's rooms: the project's name, shortened to the maximum length for rooms. */
export const createRoomName = (projectName: string): string => projectName.slice(0, 200).toWellFormed();

/**
 * Returns the ids of the rooms to which a project's member belongs. All members belong to the team's room. Hosts,
 * translators and bridge engineers (BrSE) belong to the client's room (`client-room-store.ts` has this rule in SQL).
 * Hosts also belong to the support room.
 */
function roomsOfMember(project: ProjectRooms, person: { role: Role; isHost: boolean }): string[] {
  const rooms = [project.team_id];
  if (person.isHost || isTranslator(person.role)) rooms.push(project.client_id);
  if (person.isHost) rooms.push(project.support_id);
  // All transactions lock rooms in the order of their ids, so that two membership steps cannot deadlock.
  return rooms.filter((id) => id !== null).sort();
}

/**
 * Adds a person to those rooms of the project to which their membership admits them. Call the returned function after
 * the commit.
 */
export async function addToProjectRooms(
  tx: Kysely<DB>,
  rooms: Rooms,
  project: ProjectRooms,
  person: { userId: string; role: Role; isHost: boolean },
): Promise<PublishRoomChange> {
  const publishFunctions: PublishRoomChange[] = [];
  for (const id of roomsOfMember(project, person))
    publishFunctions.push(await rooms.addMembersIn(tx, id, [person.userId]));
  return () => publishOneByOne(publishFunctions);
}

/**
 * Removes a person from the project's rooms. An admin stays in the support room. Call the returned function after the
 * commit.
 */
export async function removeFromProjectRooms(
  tx: Kysely<DB>,
  rooms: Rooms,
  project: ProjectRooms,
  person: { userId: string; role: Role },
): Promise<PublishRoomChange> {
  const publishFunctions: PublishRoomChange[] = [];
  const supportRoomId = person.role === "admin" ? null : project.support_id;
  const ids = [project.team_id, project.client_id, supportRoomId].filter((id) => id !== null).sort();
  for (const id of ids) publishFunctions.push(await rooms.removeMemberIn(tx, id, person.userId));
  return () => publishOneByOne(publishFunctions);
}

/** Renames the project's rooms. Call the returned function after the commit. */
export async function renameRooms(
  tx: Kysely<DB>,
  rooms: Rooms,
  project: ProjectRooms,
  userId: string,
  projectName: string,
): Promise<PublishRoomChange> {
  const publishFunctions: PublishRoomChange[] = [];
  const ids = [project.team_id, project.client_id, project.support_id].filter((id) => id !== null).sort();
  for (const id of ids)
    publishFunctions.push(await rooms.renameInTransaction(tx, id, userId, createRoomName(projectName)));
  return () => publishOneByOne(publishFunctions);
}

async function publishOneByOne(publishFunctions: readonly PublishRoomChange[]): Promise<void> {
  for (const publish of publishFunctions) await publish();
}
