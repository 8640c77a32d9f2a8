import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Users } from "../users/service.ts";
import { withReminderAfterFailedChange } from "./changing.ts";
import { createContactLimits } from "./contact-limits.ts";
import { listLines, listLinesSince } from "./lines.ts";
import * as members from "./members.ts";
import { createMembership } from "./membership.ts";
import * as marks from "./read-marks.ts";
import { SeqReminders } from "./seq-reminders.ts";
import * as store from "./store.ts";

export { type LockedRoom, lockRoom, lockRoomForServer, takeSeq } from "./members.ts";
export type { PublishRoomChange } from "./room-change.ts";

export interface RoomDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  users: Users;
  /** Multiplies the limits on new rooms and new contacts. Null turns these limits off. */
  limitsFactor?: number | null;
}

export type Rooms = ReturnType<typeof createRooms>;

interface NewRoom {
  kind: ConversationKind;
  name: string | null;
  pair: string | null;
  creator: string | null;
  otherIds: readonly string[];
}

/** Manages rooms, their members, and the order of changes in each room. Every conversation is a room. */
export function createRooms({ db, events, live, users, limitsFactor = null }: RoomDependencies) {
  const listPairsSharingRoom = (userIds: readonly string[], otherIds: readonly string[]) =>
    store.listPairsSharingRoom(db, userIds, otherIds);
  const contactLimits = createContactLimits(listPairsSharingRoom, limitsFactor);
  const reminders = new SeqReminders(db, events);
  const inTurn = createKeyedTaskQueue();

  async function requireUsers(userIds: readonly string[]): Promise<void> {
    if (!(await users.findSummaries(userIds)))
      throw new AppError("CONVERSATION.PEOPLE", { fields: { user_ids: "invalid" } });
  }

  /** Throws "not found" if the person is not in the room. */
  async function requireMember(userId: string, id: string): Promise<void> {
    if (!(await store.isMember(db, id, userId))) throw createNotFoundError();
  }

  const { connectMembers, ...changes } = createMembership({
    db,
    events,
    live,
    requireMember,
    requireUsers,
    spendForNewMembers: contactLimits.spendForNewMembers,
    inTurn,
  });

  /**
   * Creates a room and returns its id. If the two people of a direct room already have one, returns the id of that
   * room.
   */
  async function createRoom({ creator, otherIds, ...room }: NewRoom): Promise<string> {
    const id = newId();
    const isRoomAdded = await db.transaction().execute(async (tx) => {
      if (!(await store.insertRoom(tx, { id, created_by: creator, ...room }))) return false;
      if (creator) await members.insertMembers(tx, id, [creator], room.kind === "GROUP" ? "OWNER" : "MEMBER");
      await members.insertMembers(tx, id, otherIds);
      return true;
    });
    if (isRoomAdded) {
      await connectMembers(id, creator ? [creator, ...otherIds] : otherIds);
      return id;
    }
    // The room exists already: the person's own notes, or a direct room that somebody created at the same time. The
    // insert above waited until that transaction was committed, so the room can be found now.
    const existingId = await store.findByPair(db, room.pair ?? "");
    if (!existingId) throw createNotFoundError();
    return existingId;
  }

  return {
    isMember: (userId: string, id: string, executor: Kysely<DB> = db) => store.isMember(executor, id, userId),

    requireMember,

    /**
     * Throws "not found" if the person is not in the room, and CONVERSATION.CLOSED if nobody else can read the room.
     */
    async requireOpenRoom(userId: string, id: string): Promise<void> {
      const isOpen = await store.findIfRoomIsOpen(db, id, userId);
      if (isOpen === undefined) throw createNotFoundError();
      if (!isOpen) throw new AppError("CONVERSATION.CLOSED");
    },

    /** Whether a member of the room has no account, such as a visitor who writes to a bot. */
    isOutside: (id: string): Promise<boolean> => store.isOutsideRoom(db, id),

    /**
     * Runs a transaction that locks the room, after the earlier transactions on this room in this process have ended.
     * While it waits for them, it uses no database connection.
     */
    inTurn,

    /** Returns the room's last `seq`. Throws "not found" if the person is not in the room. */
    async seqOf(userId: string, id: string): Promise<number> {
      const seq = await store.findLastSeq(db, id, userId);
      if (seq === undefined) throw createNotFoundError();
      return seq;
    },

    idsOf: (userId: string) => store.listRoomIdsOfMember(db, userId),

    /**
     * Returns which of these pairs of people share a room. The two people of a pair are at the same index of the two
     * lists.
     */
    listPairsSharingRoom,

    /**
     * Returns the system lines in a range of message numbers. The caller has checked that the reader may see
     * them.
     */
    lines: (id: string, range: { from: number; to: number }) => listLines(db, id, range),
    linesSince: (id: string, range: { since: number; until: number }) => listLinesSince(db, id, range),

    /** Returns the rooms that the person has left since `since`. A client needs this when it catches up. */
    listLeft: (userId: string, since: Date) => members.listLeftRoomIds(db, userId, since),

    /**
     * Publishes the room's last `seq` to its members a moment later. Call this if a change of the room may not have
     * been published. Cheap to call.
     */
    remindOfSeq: (id: string) => reminders.add(id),
    /**
     * Wraps the handlers of requests that change the room `:id`. If such a request is interrupted, the room's last
     * `seq` is published.
     */
    routesChangingRoom: (route: DefineRoute): DefineRoute =>
      withReminderAfterFailedChange(route, (id) => reminders.add(id)),

    /**
     * Opens a direct conversation and creates it if necessary. With `countsTowardsLimit`, a new conversation counts
     * towards the number of rooms that a person may create per hour.
     */
    async startDirect(userId: string, otherId: string, countsTowardsLimit = true): Promise<string> {
      if (otherId === userId) throw new AppError("CONVERSATION.SELF", { fields: { user_ids: "invalid" } });
      await requireUsers([otherId]);
      const pairKey = [userId, otherId].sort().join(":");
      const existingId = await store.findByPair(db, pairKey);
      if (existingId) return existingId;
      if (countsTowardsLimit) await contactLimits.spendForNewRoom(userId, [otherId]);
      return createRoom({ kind: "DIRECT", name: null, pair: pairKey, creator: userId, otherIds: [otherId] });
    },

    async startGroup(userId: string, userIds: readonly string[], name: string): Promise<string> {
      const otherIds = [...new Set(userIds)].filter((id) => id !== userId);
      if (otherIds.length === 0) throw new AppError("CONVERSATION.SELF", { fields: { user_ids: "invalid" } });
      await requireUsers(otherIds);
      await contactLimits.spendForNewRoom(userId, otherIds);
      return createRoom({ kind: "GROUP", name, pair: null, creator: userId, otherIds });
    },

    /** Returns the id of the room for a person's own notes. The first call creates the room. */
    openMyChat: (userId: string): Promise<string> =>
      createRoom({ kind: "MY_CHAT", name: null, pair: userId, creator: userId, otherIds: [] }),

    /**
     * Returns the id of the room for a person's own notes. Undefined if the person never opened their notes.
     */
    myChatOf: (userId: string) => members.findMyChatId(db, userId),

    /** Creates a project's room in another feature's transaction. Call the returned function after the commit. */
    async createProjectRoomIn(
      tx: Kysely<DB>,
      kind: "TEAM" | "CLIENT" | "SUPPORT",
      name: string,
      userIds: readonly string[],
    ): Promise<{ id: string; publish: () => Promise<void> }> {
      const id = newId();
      await store.insertRoom(tx, { id, kind, name, pair: null, created_by: null });
      const addedIds = await members.insertMembers(tx, id, userIds);
      return { id, publish: () => connectMembers(id, addedIds) };
    },

    /**
     * Creates a room for a visitor without an account, in another feature's transaction. People who answer the visitor
     * join the room later.
     */
    async createOutsideRoomIn(tx: Kysely<DB>, name: string, authorIds: readonly string[]): Promise<string> {
      const id = newId();
      await store.insertRoom(tx, { id, kind: "OUTSIDE", name, pair: null, created_by: null });
      await members.insertMembers(tx, id, authorIds);
      return id;
    },

    /**
     * Creates a project's room. People cannot change its members themselves; the server does so by `addMembersIn` and
     * `removeMemberIn`. Only tests use this; the feature `projects` calls `createProjectRoomIn`.
     */
    createProjectRoom: (kind: "TEAM" | "CLIENT" | "SUPPORT", name: string, userIds: readonly string[]) =>
      createRoom({ kind, name, pair: null, creator: null, otherIds: userIds }),

    /** Deletes a room with all its messages. Before this, the caller must delete the room's files. */
    remove: (id: string) => members.deleteRoom(db, id),

    /** Sets or clears a member's own mark on a room: pinned or muted. */
    setMark: (userId: string, id: string, stateColumn: "pinned_at" | "muted_at", isOn: boolean | undefined) =>
      members.setRoomPinnedOrMuted(db, id, userId, stateColumn, isOn),
    setNotices: (
      userId: string,
      id: string,
      noticeChoice: Parameters<typeof members.setRoomNoticeChoice>[3],
    ) => members.setRoomNoticeChoice(db, id, userId, noticeChoice),

    /** Moves the person's read mark. Returns whether the read mark moved. */
    advanceRead: (userId: string, id: string, number: number | undefined) =>
      marks.advanceReadMark(db, id, userId, number),
    /**
     * Moves the read marks of members who had read everything up to the number `fromNumber` to the room's last message.
     * Use this if the messages after `fromNumber` are no news to them. After the commit, publish `ReadMoved` for each
     * returned mark.
     */
    keepReadIn: marks.moveUpToDateReadMarks,
    rewindRead: (userId: string, id: string, number: number) =>
      marks.setReadMarkBefore(db, id, userId, number),

    ...changes,

    close: () => reminders.close(),
  };
}
