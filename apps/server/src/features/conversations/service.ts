import type { Conversation, ConversationKind, ConversationType } from "@kakehashi/contract/conversations";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { RoomNoticeChoice } from "@kakehashi/contract/notices";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Live } from "../live/service.ts";
import type { Users } from "../users/service.ts";
import { createContactLimits } from "./contact-limits.ts";
import { createGroups } from "./groups.ts";
import { listLines, listLinesSince } from "./lines.ts";
import * as members from "./members.ts";
import { createReads } from "./reads.ts";
import { Reminders } from "./reminders.ts";
import * as store from "./store.ts";

export { type LockedRoom, lockAnyRoom, lockRoom, takeSeq } from "./members.ts";
export { calledIn } from "./mentions.ts";
export { type MessageRow, messageColumns, presentMessage } from "./message-row.ts";
export { partner } from "./store.ts";

/**
 * Milliseconds subtracted from `changed_since`: a transaction is dated when it begins, so one that committed after the
 * caller's last look may be dated before it. Telling of a conversation twice is harmless, of none is not.
 */
const changeMargin = 60_000;

export type Conversations = ReturnType<typeof createConversations>;

/** `limitsFactor` multiplies how many people and rooms one person may bring together; null turns these limits off. */
export function createConversations(
  db: Kysely<DB>,
  live: Live,
  users: Users,
  limitsFactor: number | null = null,
) {
  const contactLimits = createContactLimits(
    (userIds, otherIds) => store.listSharing(db, userIds, otherIds),
    limitsFactor,
  );
  const reminders = new Reminders(db, live);

  /** The only way to a conversation on a person's behalf: what they are not in is not there. */
  async function view(userId: string, id: string): Promise<Conversation> {
    const found = await store.findConversation(db, id, userId);
    if (!found) throw notFound();
    return found;
  }

  /** Not found unless the person is in it. */
  async function requireMember(userId: string, id: string): Promise<void> {
    if (!(await store.isMember(db, id, userId))) throw notFound();
  }

  /** Not found unless the person is in it; refused where nobody is left to read what they send. */
  async function requireOpen(userId: string, id: string): Promise<void> {
    const open = await store.findOpen(db, id, userId);
    if (open === undefined) throw notFound();
    if (!open) throw new AppError("CONVERSATION.CLOSED");
  }

  /** The room's last change; not found unless the person is in it. */
  async function seqOf(userId: string, id: string): Promise<number> {
    const seq = await store.findSeq(db, id, userId);
    if (seq === undefined) throw notFound();
    return seq;
  }

  /** What tells these people of a conversation, each as they see it; nothing for who is not in it. */
  async function welcome(id: string, userIds: readonly string[]): Promise<Map<string, LiveEvent>> {
    const views = await store.findForMembers(db, id, userIds);
    return new Map(
      [...views].map(([userId, conversation]) => [
        userId,
        { type: "CONVERSATION_ADDED", conversation_id: id, seq: conversation.seq, conversation },
      ]),
    );
  }

  /**
   * Lets the newly added hear the room, then looks who of them is in it still: a removal that commits before the look
   * is seen by it, and a later one tells them to leave after they joined. Nobody who is out goes on hearing.
   */
  async function announce(id: string, userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) live.join(userId, id);
    const events = await welcome(id, userIds);
    for (const userId of userIds) if (!events.has(userId)) live.leave(userId, id);
    for (const [userId, event] of events) {
      live.toUser(userId, event);
    }
  }

  /** Tells a member's devices how they have set a room, and answers it. */
  async function tellOwn(userId: string, id: string): Promise<Conversation> {
    const found = await view(userId, id);
    const { seq, role, pinned, muted, notify_about } = found;
    live.toUser(userId, {
      type: "CONVERSATION_SET",
      conversation_id: id,
      seq,
      role,
      pinned,
      muted,
      notify_about,
    });
    return found;
  }

  interface Beginning {
    kind: ConversationKind;
    name: string | null;
    pair: string | null;
    creator: string | null;
    others: readonly string[];
  }

  async function start({ creator, others, ...conversation }: Beginning): Promise<string> {
    const id = newId();
    const added = await db.transaction().execute(async (tx) => {
      if (!(await store.insertConversation(tx, { id, created_by: creator, ...conversation }))) return false;
      if (creator) {
        await members.insertMembers(tx, id, [creator], conversation.kind === "GROUP" ? "OWNER" : "MEMBER");
      }
      await members.insertMembers(tx, id, others);
      return true;
    });
    if (added) {
      await announce(id, creator ? [creator, ...others] : others);
      return id;
    }
    // Somebody else began it: the insert waited for their commit, so it can be seen now.
    const existing = await store.findByPair(db, conversation.pair ?? "");
    if (!existing) throw notFound();
    return existing;
  }

  async function knownPeople(userIds: readonly string[]): Promise<void> {
    if (!(await users.present(userIds)))
      throw new AppError("CONVERSATION.PEOPLE", { fields: { user_ids: "invalid" } });
  }

  return {
    view,
    welcome,
    requireMember,
    requireOpen,
    seqOf,
    idsOf: (userId: string) => store.idsOfMember(db, userId),
    /** What the room's history says beside its messages, for who may read it. */
    lines: (id: string, range: { from: number; to: number }) => listLines(db, id, range),
    linesSince: (id: string, range: { since: number; until: number }) => listLinesSince(db, id, range),
    /** Something may have changed there of which nobody was told. Costs nothing to say; they hear of it in a moment. */
    doubt: (id: string) => reminders.doubt(id),
    close: () => reminders.close(),

    /** Which of these pairs of people, given as two lists side by side, share a room. */
    sharing: (userIds: readonly string[], otherIds: readonly string[]) =>
      store.listSharing(db, userIds, otherIds),

    /** `counted`: as one of those that a person may start in an hour. */
    async startDirect(userId: string, otherId: string, counted = true): Promise<Conversation> {
      if (otherId === userId) throw new AppError("CONVERSATION.SELF", { fields: { user_ids: "invalid" } });
      await knownPeople([otherId]);
      const pair = [userId, otherId].sort().join(":");
      const existing = await store.findByPair(db, pair);
      if (existing) return view(userId, existing);
      if (counted) await contactLimits.allowRoom(userId, [otherId]);
      const id = await start({ kind: "DIRECT", name: null, pair, creator: userId, others: [otherId] });
      return view(userId, id);
    },

    async startGroup(userId: string, userIds: readonly string[], name: string): Promise<Conversation> {
      const others = [...new Set(userIds)].filter((id) => id !== userId);
      if (others.length === 0) throw new AppError("CONVERSATION.SELF", { fields: { user_ids: "invalid" } });
      await knownPeople(others);
      await contactLimits.allowRoom(userId, others);
      return view(userId, await start({ kind: "GROUP", name, pair: null, creator: userId, others }));
    },

    /** A person's own notes: made when they are first asked for. */
    async openMyChat(userId: string): Promise<Conversation> {
      const id = await start({ kind: "MY_CHAT", name: null, pair: userId, creator: userId, others: [] });
      return view(userId, id);
    },

    /** The id of a person's own notes; nothing where they never opened them. */
    myChatOf: (userId: string) => members.findMyChat(db, userId),

    /** Takes a room away with all that was said in it; its files are to be thrown away before. */
    remove: (id: string) => members.deleteRoom(db, id),

    /** A project's room. Its people come and go with `enter` and `exit`. */
    startFor: (kind: "TEAM" | "CLIENT" | "SUPPORT", name: string, userIds: readonly string[]) =>
      start({ kind, name, pair: null, creator: null, others: userIds }),

    async list(
      userId: string,
      query: { page: number; paging: number; type: ConversationType; changed_since?: string | undefined },
    ): Promise<{ data: Conversation[]; meta: PageMeta & { left?: string[] } }> {
      const { page, paging, type } = query;
      const changedSince =
        query.changed_since === undefined
          ? undefined
          : new Date(new Date(query.changed_since).getTime() - changeMargin);
      const offset = (page - 1) * paging;
      const [data, total, left] = await Promise.all([
        store.listForMember(db, userId, { offset, limit: paging, type, changedSince }),
        store.countForMember(db, userId, { type, changedSince }),
        changedSince ? members.listLeft(db, userId, changedSince) : undefined,
      ]);
      const meta = { page, paging, total, has_more: offset + data.length < total };
      return { data, meta: left ? { ...meta, left } : meta };
    },

    countUnread: (userId: string) => store.countUnread(db, userId),

    async members(
      userId: string,
      id: string,
      { page, paging, search }: { page: number; paging: number; search: string },
    ) {
      const { member_count } = await view(userId, id);
      const total = search === "" ? member_count : await store.countMembers(db, id, search);
      const offset = (page - 1) * paging;
      const data = await store.listMembers(db, id, search, { offset, limit: paging });
      return { data, meta: { page, paging, total, has_more: offset + data.length < total } };
    },

    async setMark(
      userId: string,
      id: string,
      mark: "pinned_at" | "muted_at",
      on: boolean | undefined,
    ): Promise<Conversation> {
      await members.setMark(db, id, userId, mark, on);
      return tellOwn(userId, id);
    },

    async setNotices(userId: string, id: string, choice: RoomNoticeChoice | null): Promise<Conversation> {
      await members.setNotices(db, id, userId, choice);
      return tellOwn(userId, id);
    },

    async tellTyping(userId: string, id: string, parentId: string | undefined): Promise<void> {
      const seq = await seqOf(userId, id);
      const event: LiveEvent = {
        type: "TYPING",
        conversation_id: id,
        seq,
        user_id: userId,
        parent_id: parentId ?? null,
      };
      live.toRoom(id, event);
    },

    ...createReads(db, live, view),
    ...createGroups(db, live, { view, announce, knownPeople, allowMembers: contactLimits.allowMembers }),
  };
}
