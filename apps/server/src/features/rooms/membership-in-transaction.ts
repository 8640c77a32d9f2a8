import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { DomainEventPayloads, Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { NewSystemLine } from "./lines.ts";
import * as members from "./members.ts";
import {
  type ChangeMembers,
  changeInTransaction,
  createServerRoomLock,
  type PublishRoomChange,
} from "./room-change.ts";

interface MembershipInTransactionDependencies {
  events: Events;
  live: Live;
}

/**
 * Functions that change a room's members or name in another feature's transaction. Each returns a function that
 * publishes the change after the commit.
 */
export function createMembershipInTransaction({ events, live }: MembershipInTransactionDependencies) {
  /** Subscribes new members to the room's events and publishes that they joined. */
  async function connectMembers(id: string, userIds: readonly string[]): Promise<void> {
    await live.joinRoom(id, userIds);
    for (const userId of userIds) events.publish("MemberJoined", { roomId: id, userId });
  }

  /** Publishes that a member left, and unsubscribes the person from the room's events. Call this after the commit. */
  function disconnectMember(id: string, userId: string, seq: number): void {
    events.publish("MemberLeft", { roomId: id, userId, seq });
    live.leaveRoom(userId, id);
  }

  function publishChanges(facts: readonly DomainEventPayloads["RoomChanged"][]): void {
    for (const fact of facts) events.publish("RoomChanged", fact);
  }

  /**
   * Adds members in another feature's transaction. The room gets the system line "… joined". If `line` is given, it
   * gets this line instead, even if nobody was new. If `readNumber` is given, the messages after it are unread for the
   * new members. Call the returned function after the commit.
   */
  async function insertMembers(
    tx: Kysely<DB>,
    id: string,
    userIds: readonly string[],
    { line, readNumber = null }: { line?: NewSystemLine; readNumber?: number | null } = {},
  ): Promise<PublishRoomChange> {
    let addedIds: string[] = [];
    const addMembersWork: ChangeMembers = async (innerTx) => {
      addedIds = await members.insertMembers(innerTx, id, userIds, "MEMBER", readNumber);
      if (line) return [line];
      return addedIds.length > 0 ? [{ kind: "JOINED", actorId: null, userIds: addedIds }] : null;
    };
    const facts = await changeInTransaction(tx, id, createServerRoomLock(id), addMembersWork, {});
    return async () => {
      publishChanges(facts);
      if (addedIds.length > 0) await connectMembers(id, addedIds);
    };
  }

  /** Removes a member in another feature's transaction. Call the returned function after the commit. */
  async function removeMemberIn(tx: Kysely<DB>, id: string, memberId: string): Promise<PublishRoomChange> {
    let seq = 0;
    const removeMemberWork: ChangeMembers = async (innerTx, room) => {
      if (!(await members.deleteMember(innerTx, id, memberId))) return null;
      seq = room.last_seq + 1;
      return [{ kind: "LEFT", actorId: null, userIds: [memberId] }];
    };
    const facts = await changeInTransaction(tx, id, createServerRoomLock(id), removeMemberWork, {});
    return async () => {
      publishChanges(facts);
      if (seq > 0) disconnectMember(id, memberId, seq);
    };
  }

  /**
   * Renames a room in another feature's transaction. If `actorId` is null, the room gets no system line about its new
   * name. Call the returned function after the commit.
   */
  async function renameInTransaction(
    tx: Kysely<DB>,
    id: string,
    actorId: string | null,
    name: string,
  ): Promise<PublishRoomChange> {
    const line: NewSystemLine[] = actorId === null ? [] : [{ kind: "RENAMED", actorId, name }];
    const runRename: ChangeMembers = async (renameTx) =>
      (await members.updateName(renameTx, id, name)) ? line : null;
    const facts = await changeInTransaction(tx, id, createServerRoomLock(id), runRename, {});
    return async () => publishChanges(facts);
  }

  /**
   * Locks the room until the transaction ends and runs another feature's change of it. The change returns system lines
   * for the room, or null if nothing changed. Call the returned function after the commit.
   */
  async function changeForOtherFeature(
    tx: Kysely<DB>,
    id: string,
    changeRoom: () => Promise<readonly NewSystemLine[] | null>,
  ): Promise<PublishRoomChange> {
    const facts = await changeInTransaction(tx, id, createServerRoomLock(id), changeRoom, {});
    return async () => publishChanges(facts);
  }

  return {
    connectMembers,
    disconnectMember,
    publishChanges,
    addMembersIn: insertMembers,
    removeMemberIn,
    renameInTransaction,
    changeInTransaction: changeForOtherFeature,
  };
}
