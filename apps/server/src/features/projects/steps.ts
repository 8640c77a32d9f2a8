import {
  canJoinProjects,
  canTakeMembershipStep,
  computeMemberStatusAfterStep,
  dailyJoinAttemptsPerProject,
  findEffectiveMembershipStep,
  hasJoined,
  type MemberStatus,
  type MembershipStepName,
  membershipTransitions,
} from "@kakehashi/contract/project-membership";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { type AuditAuthor, countEntriesOfLastDay, recordAudit } from "../audit/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { PublishRoomChange, Rooms } from "../rooms/service.ts";
import * as members from "./member-store.ts";
import { notifyOfMembershipStep } from "./notify.ts";
import type { PublishProjectChange } from "./publish-project-change.ts";
import { addToProjectRooms, removeFromProjectRooms } from "./rooms-of.ts";
import * as rows from "./rows.ts";
import * as store from "./store.ts";

interface ProjectStepsDependencies {
  db: Kysely<DB>;
  rooms: Rooms;
  notifications: Notifications;
  profiles: Profiles;
  publishChange: PublishProjectChange;
}

export interface MembershipStep {
  readonly projectId: string;
  /** The person whose membership changes. */
  readonly userId: string;
  readonly stepName: MembershipStepName;
  readonly reason?: string;
}

/**
 * Steps by which a person joins a project. They are possible only in an active project; other steps are also possible
 * in a closed one.
 */
const joiningSteps: ReadonlySet<MembershipStepName> = new Set([
  "invite",
  "apply",
  "agree",
  "confirm",
  "accept",
  "host",
]);

/**
 * Joining steps that a person takes for themselves. A host takes the steps `invite` and `accept`, an admin takes the
 * step `host`. The server checks the person's role again in these own steps, because an admin may have changed the role
 * after the application or invitation.
 */
const ownJoiningSteps: ReadonlySet<MembershipStepName> = new Set(["apply", "agree", "confirm"]);

/** Steps by which a person ends their own membership. These do not require an accepted profile. */
const endingSteps: ReadonlySet<MembershipStepName> = new Set(["leave", "cancel", "refuse"]);

/**
 * Runs membership steps, such as an invitation or an application. Each step writes the status, the rooms, the audit
 * entry and the notifications in one transaction.
 */
export function createMembershipSteps({
  db,
  rooms,
  notifications,
  profiles,
  publishChange,
}: ProjectStepsDependencies) {
  /**
   * Throws if the person cannot join the project or become a host, because of their role or because their profile is
   * not accepted.
   */
  function requireCandidate(event: MembershipStepName, role: Role, isProfileAccepted: boolean): void {
    if (ownJoiningSteps.has(event) && !canJoinProjects(role)) throw new AppError("PROJECT.ROLE");
    if (event === "invite" && !(canJoinProjects(role) && isProfileAccepted))
      throw new AppError("PROJECT.PERSON");
    // A person without an accepted profile cannot act as a host. If such a person could become a host, the last host
    // who can act could leave, and then nobody could manage the project.
    if (event === "host" && !isProfileAccepted) throw new AppError("PROJECT.PERSON");
  }

  /** Throws if the author may not take this membership step. */
  async function requireActor(
    tx: Kysely<DB>,
    project: rows.LockedProject,
    author: AuditAuthor & { userId: string },
    { stepName, userId }: MembershipStep,
  ): Promise<void> {
    if (membershipTransitions[stepName].actor !== "host") return;
    const actor = await members.findMembership(tx, project.id, author.userId);
    // Only members can see a closed project. Other people get "not found".
    if (project.status !== "ACTIVE" && actor.state === "NONE") throw createNotFoundError();
    if (!actor.isHost) throw new AppError("ERR.FORBIDDEN");
    if (userId === author.userId && stepName !== "remove") throw new AppError("PROJECT.OWN");
  }

  async function takeStep(
    tx: Kysely<DB>,
    author: AuditAuthor & { userId: string },
    membershipStep: MembershipStep,
    isProfileAccepted: boolean,
  ) {
    const { projectId, userId, reason = "" } = membershipStep;
    const project = await rows.lockProject(tx, projectId);
    if (!project) throw createNotFoundError();
    await requireActor(tx, project, author, membershipStep);
    const membershipBefore = await members.findMembership(tx, projectId, userId);
    if (membershipBefore.isHost && membershipStep.stepName === "apply") throw new AppError("PROJECT.OWN");
    if (
      project.status !== "ACTIVE" &&
      membershipBefore.state === "NONE" &&
      membershipTransitions[membershipStep.stepName].actor === "self"
    )
      throw createNotFoundError();
    const role = await members.lockRole(tx, userId);
    if (!role) throw createNotFoundError();
    const event = findEffectiveMembershipStep(membershipStep.stepName, membershipBefore.state);
    requireCandidate(event, role, isProfileAccepted);
    if (project.status !== "ACTIVE" && joiningSteps.has(event)) throw new AppError("PROJECT.CLOSED");
    if (!canTakeMembershipStep(event, membershipBefore.state)) throw new AppError("PROJECT.STEP");
    await requireAnotherHost(tx, membershipBefore, membershipStep);
    await requireDailyLimit(tx, event, membershipStep);

    const state = computeMemberStatusAfterStep(event, { running: project.running_since !== null });
    const hasJoinedNow = state !== "NONE" && hasJoined(state);
    // If hosts remove themselves, they count as people who left, not as people who were removed.
    const removedBy = event === "remove" && userId !== author.userId ? author.userId : undefined;
    const isHost = event === "host";
    const membershipId = await members.saveMembership(tx, {
      projectId,
      userId,
      state,
      reason,
      isJoining: hasJoinedNow,
      isHost,
      removedBy,
    });
    if (removedBy && membershipId) await notifications.planMail(tx, { userId, id: membershipId });
    await recordAudit(tx, author, `member.${event}`, projectId, {
      user_id: userId,
      from: membershipBefore.state,
      to: state,
      ...(reason !== "" && { reason }),
    });
    const publish = await updateRoomMembership(tx, project, {
      userId,
      role,
      before: membershipBefore,
      isJoining: hasJoinedNow,
      event,
    });
    const notificationIds = await notifyOfMembershipStep(tx, notifications, project, author.userId, {
      event,
      person: { userId, role },
      reason,
    });
    return { notificationIds, publish };
  }

  /** Throws if the person has applied to the project, or was invited, too often within a day. */
  async function requireDailyLimit(
    tx: Kysely<DB>,
    event: MembershipStepName,
    { projectId, userId }: MembershipStep,
  ) {
    if (event !== "apply" && event !== "invite") return;
    const stepsToday = await countEntriesOfLastDay(tx, {
      action: `member.${event}`,
      subjectId: projectId,
      userId,
    });
    if (stepsToday >= dailyJoinAttemptsPerProject) throw new AppError("PROJECT.OFTEN");
  }

  async function requireAnotherHost(
    tx: Kysely<DB>,
    membershipBefore: members.MembershipState,
    { stepName, projectId, userId }: MembershipStep,
  ) {
    if (!membershipBefore.isHost || (stepName !== "leave" && stepName !== "remove")) return;
    if (!(await members.hasOtherHost(tx, projectId, userId))) throw new AppError("PROJECT.LAST_HOST");
  }

  async function updateRoomMembership(
    tx: Kysely<DB>,
    project: rows.LockedProject,
    memberChange: {
      userId: string;
      role: Role;
      before: members.MembershipState;
      isJoining: boolean;
      event: MembershipStepName;
    },
  ): Promise<PublishRoomChange> {
    const { userId, role, before, isJoining, event } = memberChange;
    if (isJoining) return addToProjectRooms(tx, rooms, project, { userId, role, isHost: event === "host" });
    const hadJoined = hasJoined(before.state === "NONE" ? null : (before.state as MemberStatus));
    return hadJoined ? removeFromProjectRooms(tx, rooms, project, { userId, role }) : async () => {};
  }

  return {
    async takeStep(author: AuditAuthor & { userId: string }, membershipStep: MembershipStep): Promise<void> {
      const isAdminStep = membershipTransitions[membershipStep.stepName].actor === "admin";
      const reader = { userId: author.userId, isAdmin: isAdminStep };
      if (!(await store.isVisible(db, reader, membershipStep.projectId))) throw createNotFoundError();
      if (!isAdminStep && !endingSteps.has(membershipStep.stepName))
        await profiles.assertMayAct(author.userId);
      // Reads the profile's status before the transaction begins, because this query uses another database connection.
      const isProfileAccepted =
        (membershipStep.stepName === "invite" || membershipStep.stepName === "host") &&
        (await profiles.getStatus(membershipStep.userId)).status === "ACCEPTED";
      const { notificationIds, publish } = await db
        .transaction()
        .execute((tx) => takeStep(tx, author, membershipStep, isProfileAccepted));
      await publish();
      await notifications.announce(notificationIds);
      await publishChange(membershipStep.projectId, [membershipStep.userId]);
    },
  };
}
