import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { RoomRole } from "@kakehashi/contract/conversations";
import { canDoInRoom, type RoomAction } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { RunKeyedTask } from "../../kit/turns.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { NewSystemLine } from "./lines.ts";
import * as members from "./members.ts";
import { createMembershipInTransaction } from "./membership-in-transaction.ts";
import { type ChangeMembers, changeInTransaction, type LockRoom } from "./room-change.ts";

interface RoomMembershipDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  requireMember(userId: string, id: string): Promise<void>;
  requireUsers(userIds: readonly string[]): Promise<void>;
  /**
   * Called before a person adds people to a room. Counts those with whom the person shared no room before. Throws if
   * there were too many recently.
   */
  spendForNewMembers(userId: string, others: readonly string[]): Promise<void>;
  /**
   * Runs a transaction that locks the room. It waits until earlier transactions on the room in this process have ended.
   */
  inTurn: RunKeyedTask;
}

/** The functions that add and remove members and change the name and the roles in a group. */
export function createMembership({
  db,
  events,
  live,
  inTurn,
  ...otherDependencies
}: RoomMembershipDependencies) {
  const { requireMember, requireUsers, spendForNewMembers } = otherDependencies;
  const inTransaction = createMembershipInTransaction({ events, live });
  const { connectMembers, disconnectMember, publishChanges, removeMemberIn } = inTransaction;

  function requirePermission(room: members.LockedRoom, action: RoomAction): void {
    const kind = room.kind as ConversationKind;
    if (!canDoInRoom({ role: room.role }, action, { kind })) throw new AppError("ERR.FORBIDDEN");
  }

  /**
   * Locks the room and runs `changeMembers`, which returns the system lines for the room, or null if nothing changed.
   * Each line gets the next sequence number (`seq`) of the room. A change without lines also takes one sequence number.
   */
  async function changeMembership(
    id: string,
    lock: LockRoom,
    changeMembers: ChangeMembers,
    filter: { userId?: string } = {},
  ): Promise<void> {
    const runTransaction = () =>
      db.transaction().execute((tx) => changeInTransaction(tx, id, lock, changeMembers, filter));
    publishChanges(await inTurn(id, runTransaction));
  }

  /** Returns the system line about a member who left. If no owner is left, also returns a line about the new owner. */
  async function createLinesAboutLeaving(
    tx: Kysely<DB>,
    id: string,
    line: NewSystemLine,
  ): Promise<NewSystemLine[]> {
    if ((await members.countOwners(tx, id)) > 0) return [line];
    const newOwnerId = await members.promoteOldestMember(tx, id);
    return newOwnerId === undefined
      ? [line]
      : [line, { kind: "OWNER", actorId: null, userIds: [newOwnerId] }];
  }

  const lockAsMember = (id: string, userId: string) => (tx: Kysely<DB>) => members.lockRoom(tx, id, userId);

  return {
    connectMembers,

    async rename(userId: string, id: string, name: string): Promise<void> {
      await changeMembership(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, "rename");
        const isRenamed = await members.updateName(tx, id, name);
        return isRenamed ? [{ kind: "RENAMED", actorId: userId, name }] : [];
      });
    },

    async addMembers(userId: string, id: string, userIds: readonly string[]): Promise<void> {
      const people = [...new Set(userIds)];
      await requireMember(userId, id);
      await requireUsers(people);
      await spendForNewMembers(userId, people);
      let addedIds: string[] = [];
      await changeMembership(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, "add_members");
        addedIds = await members.insertMembers(tx, id, people);
        return addedIds.length > 0 ? [{ kind: "ADDED", actorId: userId, userIds: addedIds }] : null;
      });
      if (addedIds.length > 0) await connectMembers(id, addedIds);
    },

    /** Removes a member from the room. With the caller's own id as `memberId`, the caller leaves the room. */
    async removeMember(userId: string, id: string, memberId: string): Promise<void> {
      let isRemoved = false;
      let seq = 0;
      await changeMembership(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, memberId === userId ? "leave" : "remove_members");
        isRemoved = await members.deleteMember(tx, id, memberId);
        if (!isRemoved) throw createNotFoundError();
        seq = room.last_seq + 1;
        const userIds = [memberId];
        return createLinesAboutLeaving(
          tx,
          id,
          memberId === userId
            ? { kind: "LEFT", actorId: null, userIds }
            : { kind: "REMOVED", actorId: userId, userIds },
        );
      });
      disconnectMember(id, memberId, seq);
    },

    async changeRole(userId: string, id: string, memberId: string, role: RoomRole): Promise<void> {
      await changeMembership(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, "change_roles");
        const roleBefore = await members.findRole(tx, id, memberId);
        if (!roleBefore) throw createNotFoundError();
        await members.updateRole(tx, id, memberId, role);
        if ((await members.countOwners(tx, id)) === 0) throw new AppError("CONVERSATION.OWNER");
        if (roleBefore === role) return [];
        return [{ kind: role === "OWNER" ? "OWNER" : "NOT_OWNER", actorId: userId, userIds: [memberId] }];
      });
    },

    /**
     * Adds members in the server's name, because they accepted an invitation. `extraWork` runs in the same transaction.
     */
    async addMembersForServer(
      id: string,
      userIds: readonly string[],
      extraWork: (tx: Kysely<DB>) => Promise<unknown> = async () => {},
    ): Promise<void> {
      let addedIds: string[] = [];
      await changeMembership(
        id,
        (tx) => members.lockRoomForServer(tx, id),
        async (tx) => {
          addedIds = await members.insertMembers(tx, id, userIds);
          await extraWork(tx);
          return addedIds.length > 0 ? [{ kind: "JOINED", actorId: null, userIds: addedIds }] : null;
        },
      );
      if (addedIds.length > 0) await connectMembers(id, addedIds);
    },

    /**
     * Removes a deleted person from every room. A DIRECT room is closed, and the person stays in it under another name,
     * so that the other person keeps the conversation. If the call is repeated, the changes are published again.
     */
    async removeDeletedPerson(userId: string): Promise<void> {
      for (const { id, kind } of await members.listRoomsExceptMyChat(db, userId)) {
        let leftAt = 0;
        await changeMembership(
          id,
          (tx) => members.lockRoomForServer(tx, id),
          async (tx, room) => {
            if (kind === "DIRECT") {
              const isClosed = await members.closeRoom(tx, id);
              return isClosed ? [{ kind: "CLOSED", actorId: null, userIds: [userId] }] : [];
            }
            if (!(await members.deleteMember(tx, id, userId))) return [];
            leftAt = room.last_seq + 1;
            const line: NewSystemLine = { kind: "LEFT", actorId: null, userIds: [userId] };
            return kind === "GROUP" ? createLinesAboutLeaving(tx, id, line) : [line];
          },
          { userId },
        );
        if (leftAt > 0) disconnectMember(id, userId, leftAt);
        else live.leaveRoom(userId, id);
      }
      await members.deleteLeaveRecords(db, userId);
    },

    async removeMemberForServer(id: string, memberId: string): Promise<void> {
      const publish = await db.transaction().execute((tx) => removeMemberIn(tx, id, memberId));
      await publish();
    },

    addMembersIn: inTransaction.addMembersIn,
    removeMemberIn,
    renameInTransaction: inTransaction.renameInTransaction,
    changeInTransaction: inTransaction.changeInTransaction,
  };
}
