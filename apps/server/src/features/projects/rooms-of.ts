import { isTranslator } from "@kakehashi/contract/known-languages";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Publish, Rooms } from "../rooms/service.ts";
import type { LockedProject } from "./rows.ts";

type ProjectRooms = Pick<LockedProject, "team_id" | "client_id" | "support_id">;

/** The name of a project's rooms: rooms have shorter names than projects. */
export const roomNameOf = (projectName: string): string => projectName.slice(0, 200).toWellFormed();

/**
 * The rooms of a member. Everybody is in the team's; hosts, translators and BrSEs are on the client's side; hosts and
 * the platform's admins are on the support side.
 */
function roomsOfMember(project: ProjectRooms, person: { role: Role; isHost: boolean }): string[] {
  const rooms = [project.team_id];
  if (person.isHost || isTranslator(person.role)) rooms.push(project.client_id);
  if (person.isHost) rooms.push(project.support_id);
  // In one order, so that two steps never wait for each other.
  return rooms.filter((id) => id !== null).sort();
}

/** Lets a person into the rooms of their side. Call the answered function after the commit. */
export async function enterRooms(
  tx: Kysely<DB>,
  rooms: Rooms,
  project: ProjectRooms,
  person: { userId: string; role: Role; isHost: boolean },
): Promise<Publish> {
  const publishes: Publish[] = [];
  for (const id of roomsOfMember(project, person))
    publishes.push(await rooms.enterIn(tx, id, [person.userId]));
  return () => publishAll(publishes);
}

/** Takes a person out of all of the project's rooms. An admin stays on the support side. */
export async function leaveRooms(
  tx: Kysely<DB>,
  rooms: Rooms,
  project: ProjectRooms,
  person: { userId: string; role: Role },
): Promise<Publish> {
  const publishes: Publish[] = [];
  const support = person.role === "admin" ? null : project.support_id;
  const ids = [project.team_id, project.client_id, support].filter((id) => id !== null).sort();
  for (const id of ids) publishes.push(await rooms.exitIn(tx, id, person.userId));
  return () => publishAll(publishes);
}

/** The conversations follow their project's name. Call the answered function after the commit. */
export async function renameRooms(
  tx: Kysely<DB>,
  rooms: Rooms,
  project: ProjectRooms,
  userId: string,
  projectName: string,
): Promise<Publish> {
  const publishes: Publish[] = [];
  const ids = [project.team_id, project.client_id, project.support_id].filter((id) => id !== null).sort();
  for (const id of ids) publishes.push(await rooms.renameIn(tx, id, userId, roomNameOf(projectName)));
  return () => publishAll(publishes);
}

async function publishAll(publishes: readonly Publish[]): Promise<void> {
  for (const publish of publishes) await publish();
}
