import type { ConversationKind, RoomRole } from "@kakehashi/contract/conversations";
import { canInRoom, type RoomAction } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { KeyedTurn } from "../../kit/turns.ts";
import type { Events, FactMap } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { NewSystemLine } from "./lines.ts";
import * as members from "./members.ts";
import { changeIn, type LockRoom, lockAny, type MembershipWork, type Publish } from "./room-change.ts";

interface Dependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  requireMember(userId: string, id: string): Promise<void>;
  requireUsers(userIds: readonly string[]): Promise<void>;
  /** Throws if somebody brings too many strangers into rooms. */
  spendForNewMembers(userId: string, others: readonly string[]): Promise<void>;
  /** Runs a transaction that locks the room, after the room's earlier transactions in this process. */
  inTurn: KeyedTurn;
}

/** Adds and removes members, and changes a group's name and roles. */
export function createMembership({ db, events, live, inTurn, ...parts }: Dependencies) {
  const { requireMember, requireUsers, spendForNewMembers } = parts;

  /** Subscribes new members to the room's events and publishes that they joined. */
  async function connectMembers(id: string, userIds: readonly string[]): Promise<void> {
    await live.joinRoom(id, userIds);
    for (const userId of userIds) events.publish("MemberJoined", { roomId: id, userId });
  }

  /** Publishes that a member left, and unsubscribes the person. Call this after the commit. */
  function disconnectMember(id: string, userId: string, seq: number): void {
    events.publish("MemberLeft", { roomId: id, userId, seq });
    live.leaveRoom(userId, id);
  }

  function requirePermission(room: members.LockedRoom, action: RoomAction): void {
    const kind = room.kind as ConversationKind;
    if (!canInRoom({ role: room.role }, action, { kind })) throw new AppError("ERR.FORBIDDEN");
  }

  /**
   * Locks the room and runs a change. `work` returns the system lines for the room's history, perhaps none.
   * Each line takes a seq; a change without a line takes one too. Null: nothing changed.
   */
  async function change(
    id: string,
    lock: LockRoom,
    work: MembershipWork,
    filter: { userId?: string } = {},
  ): Promise<void> {
    const inTransaction = () => db.transaction().execute((tx) => changeIn(tx, id, lock, work, filter));
    publishChanges(await inTurn(id, inTransaction));
  }

  function publishChanges(facts: readonly FactMap["RoomChanged"][]): void {
    for (const fact of facts) events.publish("RoomChanged", fact);
  }

  /** Returns the system line about a member who left, and a line about the new owner if no owner is left. */
  async function linesAboutLeaving(
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

  /**
   * Adds members in another feature's transaction. With a `line`, the room's history says that instead of who joined,
   * also if all were members before. With a `readNumber`, the messages after it are unread for them. Call the returned
   * function after the commit.
   */
  async function insertMembers(
    tx: Kysely<DB>,
    id: string,
    userIds: readonly string[],
    { line, readNumber = null }: { line?: NewSystemLine; readNumber?: number | null } = {},
  ): Promise<Publish> {
    let added: string[] = [];
    const work: MembershipWork = async (innerTx) => {
      added = await members.insertMembers(innerTx, id, userIds, "MEMBER", readNumber);
      if (line) return [line];
      return added.length > 0 ? [{ kind: "JOINED", actorId: null, userIds: added }] : null;
    };
    const facts = await changeIn(tx, id, lockAny(id), work, {});
    return async () => {
      publishChanges(facts);
      if (added.length > 0) await connectMembers(id, added);
    };
  }

  /** Removes a member in another feature's transaction. Call the returned function after its commit. */
  async function removeMemberIn(tx: Kysely<DB>, id: string, memberId: string): Promise<Publish> {
    let seq = 0;
    const work: MembershipWork = async (inside, room) => {
      if (!(await members.deleteMember(inside, id, memberId))) return null;
      seq = room.last_seq + 1;
      return [{ kind: "LEFT", actorId: null, userIds: [memberId] }];
    };
    const facts = await changeIn(tx, id, lockAny(id), work, {});
    return async () => {
      publishChanges(facts);
      if (seq > 0) disconnectMember(id, memberId, seq);
    };
  }

  /** Renames a room in another feature's transaction. Call the returned function after its commit. */
  /**
   * Renames a room. Without an actor (`actorId` null), the room's history gets no line about the new name.
   */
  async function renameIn(
    tx: Kysely<DB>,
    id: string,
    actorId: string | null,
    name: string,
  ): Promise<Publish> {
    const line: NewSystemLine[] = actorId === null ? [] : [{ kind: "RENAMED", actorId, name }];
    const work: MembershipWork = async (inside) =>
      (await members.updateName(inside, id, name)) ? line : null;
    const facts = await changeIn(tx, id, lockAny(id), work, {});
    return async () => publishChanges(facts);
  }

  return {
    connectMembers,

    async rename(userId: string, id: string, name: string): Promise<void> {
      await change(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, "rename");
        const renamed = await members.updateName(tx, id, name);
        return renamed ? [{ kind: "RENAMED", actorId: userId, name }] : [];
      });
    },

    async addMembers(userId: string, id: string, userIds: readonly string[]): Promise<void> {
      const people = [...new Set(userIds)];
      await requireMember(userId, id);
      await requireUsers(people);
      await spendForNewMembers(userId, people);
      let added: string[] = [];
      await change(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, "add_members");
        added = await members.insertMembers(tx, id, people);
        return added.length > 0 ? [{ kind: "ADDED", actorId: userId, userIds: added }] : null;
      });
      if (added.length > 0) await connectMembers(id, added);
    },

    /** Removes another member. If `memberId` is the caller's own id, the caller leaves. */
    async removeMember(userId: string, id: string, memberId: string): Promise<void> {
      let removed = false;
      let seq = 0;
      await change(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, memberId === userId ? "leave" : "remove_members");
        removed = await members.deleteMember(tx, id, memberId);
        if (!removed) throw notFound();
        seq = room.last_seq + 1;
        const userIds = [memberId];
        return linesAboutLeaving(
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
      await change(id, lockAsMember(id, userId), async (tx, room) => {
        requirePermission(room, "change_roles");
        const before = await members.findRole(tx, id, memberId);
        if (!before) throw notFound();
        await members.updateRole(tx, id, memberId, role);
        if ((await members.countOwners(tx, id)) === 0) throw new AppError("CONVERSATION.OWNER");
        if (before === role) return [];
        return [{ kind: role === "OWNER" ? "OWNER" : "NOT_OWNER", actorId: userId, userIds: [memberId] }];
      });
    },

    /**
     * Adds members on the server's behalf, because they joined a project or accepted an invitation.
     * `extraWork` runs in the same transaction.
     */
    async addMembersForServer(
      id: string,
      userIds: readonly string[],
      extraWork: (tx: Kysely<DB>) => Promise<unknown> = async () => {},
    ): Promise<void> {
      let added: string[] = [];
      await change(
        id,
        (tx) => members.lockAnyRoom(tx, id),
        async (tx) => {
          added = await members.insertMembers(tx, id, userIds);
          await extraWork(tx);
          return added.length > 0 ? [{ kind: "JOINED", actorId: null, userIds: added }] : null;
        },
      );
      if (added.length > 0) await connectMembers(id, added);
    },

    /**
     * Removes a deleted person from every room. A DIRECT room keeps the person under another name and is
     * closed, so that the other person keeps the conversation. May be repeated, and then publishes again.
     */
    async removeDeletedPerson(userId: string): Promise<void> {
      for (const { id, kind } of await members.roomsOf(db, userId)) {
        let leftAt = 0;
        await change(
          id,
          (tx) => members.lockAnyRoom(tx, id),
          async (tx, room) => {
            if (kind === "DIRECT") {
              const closed = await members.closeRoom(tx, id);
              return closed ? [{ kind: "CLOSED", actorId: null, userIds: [userId] }] : [];
            }
            if (!(await members.deleteMember(tx, id, userId))) return [];
            leftAt = room.last_seq + 1;
            const line: NewSystemLine = { kind: "LEFT", actorId: null, userIds: [userId] };
            return kind === "GROUP" ? linesAboutLeaving(tx, id, line) : [line];
          },
          { userId },
        );
        if (leftAt > 0) disconnectMember(id, userId, leftAt);
        else live.leaveRoom(userId, id);
      }
      await members.deleteLeavings(db, userId);
    },

    async removeMemberForServer(id: string, memberId: string): Promise<void> {
      const publish = await db.transaction().execute((tx) => removeMemberIn(tx, id, memberId));
      await publish();
    },

    addMembersIn: insertMembers,
    removeMemberIn,
    renameIn,

    /**
     * Runs another feature's change of the room, which stays locked until the transaction ends. The returned
     * system lines go into the room's history; null: nothing changed. Call the returned function after the
     * commit.
     */
    async changeIn(
      tx: Kysely<DB>,
      id: string,
      work: () => Promise<readonly NewSystemLine[] | null>,
    ): Promise<Publish> {
      const facts = await changeIn(tx, id, lockAny(id), work, {});
      return async () => publishChanges(facts);
    },
  };
}
