import {
  chooseStepNotificationType,
  type MembershipStepName,
  membershipTransitions,
} from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Notifications } from "../notifications/service.ts";
import * as members from "./member-store.ts";
import { createRoomName } from "./rooms-of.ts";
import type { LockedProject } from "./rows.ts";
import { findTranslatedProjectName } from "./store.ts";

interface StepToNotify {
  readonly event: MembershipStepName | "run";
  /** The person whose membership changes. Null if the change concerns all members. */
  readonly person: { readonly userId: string; readonly role: Role } | null;
  readonly reason?: string;
}

/**
 * Writes the notifications of a membership step and returns their ids. The person who takes the step gets none; every
 * other person gets at most one. A notification contains the project's name in the reader's language.
 */
export async function notifyOfMembershipStep(
  tx: Kysely<DB>,
  notifications: Pick<Notifications, "write">,
  project: Pick<LockedProject, "id">,
  authorId: string,
  { event, person, reason = "" }: StepToNotify,
): Promise<string[]> {
  const notifiedUserIds = new Set([authorId]);
  // If an admin adds a host, the notification names the new host as actor, not the admin.
  const actorId = event === "host" && person ? person.userId : authorId;
  const ids: string[] = [];
  for (const notice of membershipTransitions[event].notifies) {
    const type = chooseStepNotificationType(notice, person?.role);
    const listReceiverIds = {
      person: async () => (person ? [person.userId] : []),
      hosts: () => members.listHostIds(tx, project.id),
      joined: () => members.listJoinedIds(tx, project.id),
    }[notice.to];
    for (const userId of await listReceiverIds()) {
      if (notifiedUserIds.has(userId)) continue;
      notifiedUserIds.add(userId);
      const data = {
        project: await projectForReader(tx, project.id, userId),
        ...(reason !== "" && { reason }),
      };
      ids.push(await notifications.write(tx, { userId, type, actorId, data }));
    }
  }
  return ids;
}

/**
 * Writes the notifications that a host has closed a project or reopened it, and returns their ids. They go to everybody
 * who has joined, applied or been invited, except the host who did it.
 */
export async function notifyOfStatus(
  tx: Kysely<DB>,
  notifications: Pick<Notifications, "write">,
  projectId: string,
  authorId: string,
  status: Project["status"],
): Promise<string[]> {
  const type = status === "ACTIVE" ? "ACTIVATE_PROJECT" : "DEACTIVATE_PROJECT";
  const ids: string[] = [];
  for (const userId of await members.listIdsOfJoinedAndWaiting(tx, projectId)) {
    if (userId === authorId) continue;
    const data = { project: await projectForReader(tx, projectId, userId) };
    ids.push(await notifications.write(tx, { userId, type, actorId: authorId, data }));
  }
  return ids;
}

/** Returns a project in the form in which notifications contain it, with its name in the reader's language. */
async function projectForReader(tx: Kysely<DB>, id: string, readerId: string) {
  return { id, name: createRoomName(await findTranslatedProjectName(tx, id, readerId)) };
}
