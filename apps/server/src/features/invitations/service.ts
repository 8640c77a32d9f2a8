import type { Conversation } from "@kakehashi/contract/conversations";
import {
  type Invitation,
  invitationErrors,
  invitationLifetimeDays,
  invitationsPerSenderAndDay,
  maximumPendingInvitationsPerGroup,
  type ReceivedInvitation,
} from "@kakehashi/contract/invitations";
import { canDoInRoom } from "@kakehashi/contract/permissions";
import type { UserSummary } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
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
 * How many invitations one job accepts. A person may have any number of invitations, because anybody may invite an
 * e-mail address.
 */
export const maximumInvitationsAcceptedPerJob = 20;
const daySeconds = 24 * 60 * 60;
const invitationLifetimeSeconds = invitationLifetimeDays * daySeconds;

export interface InvitationDependencies extends InvitationMailDependencies {
  events: Events;
  notifications: Notifications;
  rooms: Rooms;
  conversations: Conversations;
  /**
   * Whether the number of invitations per person is limited. Tests switch this off, because they invite more often than
   * people.
   */
  hasRateLimits: boolean;
}

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Invites people by e-mail address. Neither the response nor its delay shows whether the address has an account,
 * because a job looks up the account and writes the mail later.
 */
export function createInvitations(dependencies: InvitationDependencies) {
  const { db, events, jobs, notifications, rooms, conversations } = dependencies;
  const invitationMails = createInvitationMails(dependencies);

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
    const recheckAndMarkAccepted = async (tx: Kysely<DB>, roomId: string) => {
      const invitation = await received.lockReceivedInvitation(tx, id, userId);
      if (invitation?.accepted) return;
      // The invitation may have been revoked before it was locked, or its inviter may have left the group. So the
      // invitation is checked again.
      if (!invitation?.valid) throw new AppError("INVITATION.OVER");
      await received.markInvitationAccepted(tx, id, userId);
      notificationIds.push(await notifyInviter(tx, userId, invitation, roomId));
    };
    if (conversation_id === null) {
      const conversation = await conversations.startDirect(userId, inviter.id, countsToLimit);
      await db.transaction().execute((tx) => recheckAndMarkAccepted(tx, conversation.id));
      return { conversation, notificationIds };
    }
    // The membership and the accepted state of the invitation are committed together. So a client that gets the event
    // about the new member never finds the invitation pending.
    await rooms.addMembersForServer(conversation_id, [userId], (tx) =>
      recheckAndMarkAccepted(tx, conversation_id),
    );
    return { conversation: await conversations.view(userId, conversation_id), notificationIds };
  }

  /**
   * Accepts an invitation. If two requests accept it at the same time, both succeed, but only one adds the person to
   * the room. With `countsToLimit`, the room counts towards the number of rooms that this person may start.
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
    const invitations = await received.listReceivedInvitations(
      db,
      userId,
      after,
      maximumInvitationsAcceptedPerJob,
    );
    let firstError: unknown;
    for (const invitation of invitations) {
      if (!invitation.valid) continue;
      // The argument `false` means that the room does not count towards the rooms that the person may start, because
      // the person did not ask to join it.
      await acceptInvitationIfPending(userId, invitation, false).catch((error: unknown) => {
        // An `AppError` means that the invitation has expired or was revoked. The job need not run again for this
        // invitation.
        if (!(error instanceof AppError)) firstError ??= error;
      });
    }
    // Throwing makes the job queue repeat the job for the invitations that are still pending.
    if (firstError !== undefined) throw firstError;
    const lastInvitation = invitations[maximumInvitationsAcceptedPerJob - 1];
    if (lastInvitation) await jobs.send(db, acceptInvitationsJob, { userId, after: lastInvitation.id });
  }
  jobs.define(acceptInvitationsJob, acceptReceivedInvitations);
  // Queues a job after an e-mail address is confirmed. The job accepts the invitations to this address.
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
        await invitationMails.queue(tx, invitation.id, userId);
        return invitation;
      });
    },

    async listOfRoom(userId: string, roomId: string): Promise<Invitation[]> {
      const { role } = await conversations.view(userId, roomId);
      return store.listPendingInvitations(
        db,
        roomId,
        role === "OWNER" ? null : userId,
        maximumPendingInvitationsPerGroup,
      );
    },

    async revokeInvitation(userId: string, id: string): Promise<void> {
      if (!(await store.revokeInvitation(db, id, userId))) throw createNotFoundError();
    },

    async findReceived(userId: string, id: string): Promise<ReceivedInvitation> {
      const invitation = await received.findReceivedInvitation(db, id, userId);
      if (!invitation) throw createNotFoundError();
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
      if (!invitation) throw createNotFoundError();
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
    if (dependencies.hasRateLimits && count >= invitationsPerSenderAndDay)
      throw new AppError("ERR.TOO_MANY", { retryAfter: Math.max(1, waitSeconds) });
    if (
      roomId !== null &&
      (await store.countPendingInvitations(tx, roomId)) >= maximumPendingInvitationsPerGroup
    )
      throw new AppError("INVITATION.FULL");
    return existingInvitation
      ? store.renewExpiredInvitation(tx, existingInvitation.id, invitationLifetimeSeconds)
      : store.insertInvitation(tx, { ...invitation, id: newId() }, invitationLifetimeSeconds);
  }
}
