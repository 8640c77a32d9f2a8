import type { Conversation } from "@kakehashi/contract/conversations";
import {
  type Invitation,
  invitationDays,
  invitationErrors,
  invitationsPerDay,
  maximumPendingInvitations,
  type ReceivedInvitation,
} from "@kakehashi/contract/invitations";
import { canDoInRoom } from "@kakehashi/contract/permissions";
import type { UserSummary } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Conversations } from "../conversations/service.ts";
import type { Events } from "../events/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { createInvitationMails, type InvitationMailDependencies } from "./mails.ts";
import * as received from "./received-store.ts";
import * as store from "./store.ts";

const acceptInvitationsJob = "honour-invitations";
/**
 * How many invitations one job accepts. Anybody may invite an e-mail address, so any number of invitations may wait.
 */
export const maximumAcceptedPerJob = 20;
const daySeconds = 24 * 60 * 60;
const invitationLifetimeSeconds = invitationDays * daySeconds;

export interface InvitationDependencies extends InvitationMailDependencies {
  events: Events;
  notifications: Notifications;
  rooms: Rooms;
  conversations: Conversations;
  /** Whether to limit a person's invitations. False for tests, which invite more often than people. */
  hasRateLimits: boolean;
}

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Invites people by e-mail address. Neither the answer nor the response time depends on whether the address
 * has an account. The job that writes the mail looks the account up later.
 */
export function createInvitations(dependencies: InvitationDependencies) {
  const { db, events, jobs, notifications, rooms, conversations } = dependencies;
  const mails = createInvitationMails(dependencies);

  function notifyInviter(
    tx: Kysely<DB>,
    userId: string,
    { inviter, group_name }: received.ReceivedInvitationRow,
    roomId: string,
  ): Promise<string> {
    return notifications.write(tx, {
      userId: inviter.id,
      type: "INVITATION_ACCEPTED",
      actorId: userId,
      data: { conversation_id: roomId, ...(group_name !== null && { place: group_name }) },
    });
  }

  /**
   * Adds a person to the invitation's room, marks the invitation as accepted, and notifies the inviter once.
   */
  async function joinRoomOfInvitation(
    userId: string,
    { id, inviter, conversation_id }: received.ReceivedInvitationRow,
    countsToLimit: boolean,
  ) {
    const notificationIds: string[] = [];
    const markInvitationAcceptedUnderLock = async (tx: Kysely<DB>, roomId: string) => {
      const invitation = await received.lockReceivedInvitation(tx, id, userId);
      if (invitation?.accepted) return;
      // In the meantime the invitation may have been revoked, or its inviter may have left the group. So both are
      // checked again under the lock.
      if (!invitation?.valid) throw new AppError("INVITATION.OVER");
      await received.markInvitationAccepted(tx, id, userId);
      notificationIds.push(await notifyInviter(tx, userId, invitation, roomId));
    };
    if (conversation_id === null) {
      const conversation = await conversations.startDirect(userId, inviter.id, countsToLimit);
      await db.transaction().execute((tx) => markInvitationAcceptedUnderLock(tx, conversation.id));
      return { conversation, notificationIds };
    }
    // The person joins the room in the same transaction that marks the invitation as accepted. So a client that hears
    // of the new member no longer finds the invitation pending.
    await rooms.addMembersForServer(conversation_id, [userId], (tx) =>
      markInvitationAcceptedUnderLock(tx, conversation_id),
    );
    return { conversation: await conversations.view(userId, conversation_id), notificationIds };
  }

  /**
   * Accepts an invitation. If two requests accept it at once, only the first adds the person to the room, and both
   * succeed. With `countsToLimit`, the room counts towards the rooms that this person may start.
   */
  async function acceptInvitationIfPending(
    userId: string,
    invitation: received.ReceivedInvitationRow,
    countsToLimit: boolean,
  ): Promise<Conversation> {
    if (!invitation.accepted && !invitation.valid) throw new AppError("INVITATION.OVER");
    // A person who accepted the invitation and left the room later is not added again.
    if (invitation.accepted && invitation.conversation_id !== null)
      return conversations.view(userId, invitation.conversation_id);
    const { conversation, notificationIds } = await joinRoomOfInvitation(userId, invitation, countsToLimit);
    if (notificationIds.length > 0) await notifications.announce(notificationIds);
    return conversation;
  }

  async function acceptReceivedInvitations({
    userId,
    after = null,
  }: {
    userId: string;
    after?: string | null;
  }): Promise<void> {
    const invitations = await received.listReceivedInvitations(db, userId, after, maximumAcceptedPerJob);
    let failure: unknown;
    for (const invitation of invitations) {
      if (!invitation.valid) continue;
      // The room does not count towards the rooms that the person may start, because the inviter chose to start it.
      await acceptInvitationIfPending(userId, invitation, false).catch((error: unknown) => {
        // An invitation that expired or was revoked is no reason to repeat the job.
        if (!(error instanceof AppError)) failure ??= error;
      });
    }
    // The job fails here, so the job queue runs it again for the invitations that are still pending.
    if (failure !== undefined) throw failure;
    const last = invitations[maximumAcceptedPerJob - 1];
    if (last) await jobs.send(db, acceptInvitationsJob, { userId, after: last.id });
  }
  jobs.define(acceptInvitationsJob, acceptReceivedInvitations);
  // After an e-mail address is confirmed, a job accepts the invitations to this address.
  events.onWrite("AddressConfirmed", (tx, { userId }) => jobs.send(tx, acceptInvitationsJob, { userId }));

  async function requireRoomToInviteTo(userId: string, roomId: string): Promise<Conversation> {
    const room = await conversations.view(userId, roomId);
    if (!canDoInRoom(room, "add_members", room)) throw new AppError("ERR.FORBIDDEN");
    return room;
  }

  return {
    async send(userId: string, invitation: { email: string; conversation_id?: string | undefined }) {
      const { email } = invitation;
      const roomId = invitation.conversation_id ?? null;
      if (roomId !== null) await requireRoomToInviteTo(userId, roomId);
      return db.transaction().execute(async (tx): Promise<Invitation> => {
        if ((await store.lockInviter(tx, userId)) === email)
          throw new AppError("INVITATION.SELF", {
            fields: { email: invitationErrors["INVITATION.SELF"].message },
          });
        const invitation = await saveInvitation(tx, userId, email, roomId);
        await mails.queue(tx, invitation.id, userId);
        return invitation;
      });
    },

    async listOfRoom(userId: string, roomId: string): Promise<Invitation[]> {
      const { role } = await conversations.view(userId, roomId);
      return store.listPendingInvitations(
        db,
        roomId,
        role === "OWNER" ? null : userId,
        maximumPendingInvitations,
      );
    },

    async revokeInvitation(userId: string, id: string): Promise<void> {
      if (!(await store.revokeInvitation(db, id, userId))) throw notFound();
    },

    async findReceived(userId: string, id: string): Promise<ReceivedInvitation> {
      const invitation = await received.findReceivedInvitation(db, id, userId);
      if (!invitation) throw notFound();
      const { inviter, group_name, accepted, valid } = invitation;
      return {
        id,
        inviter: inviter as UserSummary,
        group_name,
        state: accepted ? "accepted" : valid ? "open" : "over",
      };
    },

    async accept(userId: string, id: string): Promise<Conversation> {
      const invitation = await received.findReceivedInvitation(db, id, userId);
      if (!invitation) throw notFound();
      return acceptInvitationIfPending(userId, invitation, true);
    },

    prune: () => store.deleteOldInvitations(db),
  };

  async function saveInvitation(tx: Kysely<DB>, inviterId: string, email: string, roomId: string | null) {
    const invitation = { inviterId, email, roomId };
    const existingInvitation = await store.findDuplicateInvitation(tx, invitation);
    if (existingInvitation && !existingInvitation.expired)
      return store.extendInvitation(tx, existingInvitation.id, invitationLifetimeSeconds);
    const { count, wait: waitSeconds } = await store.countSentInvitationsOfLastDay(tx, inviterId);
    if (dependencies.hasRateLimits && count >= invitationsPerDay)
      throw new AppError("ERR.TOO_MANY", { retryAfter: Math.max(1, waitSeconds) });
    if (roomId !== null && (await store.countPendingInvitations(tx, roomId)) >= maximumPendingInvitations)
      throw new AppError("INVITATION.FULL");
    return existingInvitation
      ? store.renewExpiredInvitation(tx, existingInvitation.id, invitationLifetimeSeconds)
      : store.insertInvitation(tx, { ...invitation, id: newId() }, invitationLifetimeSeconds);
  }
}
