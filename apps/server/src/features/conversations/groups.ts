import type { Conversation, RoomRole } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { canInRoom, type RoomAction } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Live } from "../live/service.ts";
import * as members from "./members.ts";

interface Parts {
  view(userId: string, id: string): Promise<Conversation>;
  announce(id: string, userIds: readonly string[]): Promise<void>;
  knownPeople(userIds: readonly string[]): Promise<void>;
}

interface Change {
  seq: number;
  name: string | null;
  member_count: number;
}

/** What a group's people do with its name and with one another. */
export function createGroups(db: Kysely<DB>, live: Live, { view, announce, knownPeople }: Parts) {
  function allow(room: members.LockedRoom, action: RoomAction): void {
    const kind = room.kind as Conversation["kind"];
    if (!canInRoom({ role: room.role }, action, { kind })) throw new AppError("ERR.FORBIDDEN");
  }

  /** Runs a change with the room held still, and gives it the room's next number. Changes nothing where `work` says so. */
  async function change(
    id: string,
    hold: (tx: Kysely<DB>) => Promise<members.LockedRoom | undefined>,
    work: (tx: Kysely<DB>, room: members.LockedRoom) => Promise<boolean>,
    about: { user_id?: string } = {},
  ): Promise<void> {
    const changed = await db.transaction().execute(async (tx): Promise<Change | null> => {
      const room = await hold(tx);
      if (!room) throw notFound();
      if (!(await work(tx, room))) return null;
      const seq = await members.takeSeq(tx, id);
      return { seq, ...(await members.findShared(tx, id)) };
    });
    if (!changed) return;
    const event: LiveEvent = { type: "CONVERSATION_CHANGED", conversation_id: id, ...changed, ...about };
    live.toRoom(id, event);
  }

  const asMember = (id: string, userId: string) => (tx: Kysely<DB>) => members.lockRoom(tx, id, userId);

  function tellRemoved(id: string, userId: string, seq: number): void {
    const event: LiveEvent = { type: "CONVERSATION_REMOVED", conversation_id: id, seq };
    live.toUser(userId, event);
    live.leave(userId, id);
  }

  return {
    async rename(userId: string, id: string, name: string): Promise<Conversation> {
      await change(id, asMember(id, userId), async (tx, room) => {
        allow(room, "rename");
        await members.updateName(tx, id, name);
        return true;
      });
      return view(userId, id);
    },

    async addMembers(userId: string, id: string, userIds: readonly string[]): Promise<Conversation> {
      const people = [...new Set(userIds)];
      await view(userId, id);
      await knownPeople(people);
      let added: string[] = [];
      await change(id, asMember(id, userId), async (tx, room) => {
        allow(room, "add_members");
        added = await members.insertMembers(tx, id, people);
        return added.length > 0;
      });
      if (added.length > 0) await announce(id, added);
      return view(userId, id);
    },

    /** Oneself: leaving. A room is never without an owner while somebody is in it. */
    async removeMember(userId: string, id: string, memberId: string): Promise<void> {
      let removed = false;
      let seq = 0;
      await change(id, asMember(id, userId), async (tx, room) => {
        allow(room, memberId === userId ? "leave" : "remove_members");
        removed = await members.deleteMember(tx, id, memberId);
        if (!removed) throw notFound();
        if ((await members.countOwners(tx, id)) === 0) await members.promoteLongest(tx, id);
        seq = room.last_seq + 1;
        return true;
      });
      tellRemoved(id, memberId, seq);
    },

    async changeRole(userId: string, id: string, memberId: string, role: RoomRole): Promise<Conversation> {
      await change(id, asMember(id, userId), async (tx, room) => {
        allow(room, "change_roles");
        if (!(await members.updateRole(tx, id, memberId, role))) throw notFound();
        if ((await members.countOwners(tx, id)) === 0) throw new AppError("CONVERSATION.OWNER");
        return true;
      });
      return view(userId, id);
    },

    /** Who joined a project enters its rooms, on nobody's behalf. */
    async enter(id: string, userIds: readonly string[]): Promise<void> {
      let added: string[] = [];
      await change(
        id,
        (tx) => members.lockAnyRoom(tx, id),
        async (tx) => {
          added = await members.insertMembers(tx, id, userIds);
          return added.length > 0;
        },
      );
      if (added.length > 0) await announce(id, added);
    },

    /**
     * Tells every room of a person whose account was deleted. They leave those that live on without them; with one
     * other they stay, under another name, so that the conversation keeps its partner, and it is closed. Done again, it
     * tells again.
     */
    async partWith(userId: string): Promise<void> {
      for (const { id, kind } of await members.roomsOf(db, userId)) {
        await change(
          id,
          (tx) => members.lockAnyRoom(tx, id),
          async (tx) => {
            if (kind === "DIRECT") {
              await members.closeRoom(tx, id);
              return true;
            }
            await members.deleteMember(tx, id, userId);
            if (kind === "GROUP" && (await members.countOwners(tx, id)) === 0)
              await members.promoteLongest(tx, id);
            return true;
          },
          { user_id: userId },
        );
        live.leave(userId, id);
      }
      await members.forgetLeavings(db, userId);
    },

    async exit(id: string, memberId: string): Promise<void> {
      let seq = 0;
      await change(
        id,
        (tx) => members.lockAnyRoom(tx, id),
        async (tx, room) => {
          if (!(await members.deleteMember(tx, id, memberId))) return false;
          seq = room.last_seq + 1;
          return true;
        },
      );
      if (seq > 0) tellRemoved(id, memberId, seq);
    },
  };
}
