import { type Conversation, isInList } from "@kakehashi/contract/conversations";
import { lastMessageOf } from "@kakehashi/contract/last-message";
import { isNumbered, type LiveEvent, type NumberedEvent } from "@kakehashi/contract/live";
import { callsInRoom } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";

/** What a live event needs to know about its reader. */
export interface Reader {
  readonly userId: string;
  /** The conversation in front of the reader's eyes, if one is: it gathers no unread messages. */
  readonly openId: string | null;
}

/** The list after an event, and the conversation that has to be read anew because the event does not tell enough. */
export interface ListChange {
  readonly list: readonly Conversation[];
  readonly stale: string | null;
}

/** Applies one live event to the list: pinned rooms first, then the newest; unread messages counted, nothing below zero. */
export function applyToList(list: readonly Conversation[], event: LiveEvent, reader: Reader): ListChange {
  const known = list.find(({ id }) => id === event.conversation_id);
  if (event.type === "CONVERSATION_ADDED") {
    const { conversation } = event;
    // Told again when something may have been missed.
    if (known) return { list: replace(list, conversation), stale: null };
    return { list: isInList(conversation, reader.userId) ? atTop(list, conversation) : list, stale: null };
  }
  if (event.type === "CONVERSATION_REMOVED") {
    return { list: list.filter(({ id }) => id !== event.conversation_id), stale: null };
  }
  if (isNumbered(event)) {
    if (!known) return { list, stale: event.conversation_id };
    if (event.seq <= known.seq) return { list, stale: null };
    // A partner whose account was deleted has another name and picture now, which the event does not carry.
    const renamed =
      event.type === "CONVERSATION_CHANGED" && known.partner !== null && event.user_id === known.partner.id;
    const missed = event.seq > known.seq + 1;
    const stale = missed || renamed || mayCallAnew(known, event, reader) ? known.id : null;
    const changed = { ...change(known, event, reader), seq: event.seq };
    const arrives = event.type === "MESSAGE_CREATED" && event.message.parent_id === null;
    if (!arrives) return { list: list.map((other) => (other === known ? changed : other)), stale };
    const others = list.filter((other) => other !== known);
    return { list: atTop(others, changed), stale };
  }
  if (!known) return { list, stale: null };
  if (event.type === "CHANGES_MISSED") return { list, stale: event.seq > known.seq ? known.id : null };
  if (event.type === "CONVERSATION_SET") {
    const { role, pinned, muted, notify_about } = event;
    // In a muted room `@all` calls nobody: which of the unread ones do, has to be asked.
    const stale = muted !== known.muted && known.unread_count > 0 ? known.id : null;
    return { list: replace(list, { ...known, role, pinned, muted, notify_about }), stale };
  }
  if (event.type === "READ_CHANGED") {
    const { read_number, unread_count, mention_count } = event;
    const changed = { ...known, read_number, ...unread(unread_count), mention_count };
    // Counted at another moment than the list shows: the figure has to be asked for.
    const stale = event.seq === known.seq ? null : known.id;
    return { list: replace(list, changed), stale };
  }
  return { list, stale: null };
}

/** What one change of a conversation makes of it, its place in the list aside. */
function change(known: Conversation, event: NumberedEvent, reader: Reader): Conversation {
  if (event.type === "CONVERSATION_CHANGED") {
    return { ...known, name: event.name, member_count: event.member_count };
  }
  const { message } = event;
  if (message.parent_id !== null) return known;
  const own = message.user_id === reader.userId;
  if (event.type !== "MESSAGE_CREATED") {
    const gone = event.type === "MESSAGE_DELETED" && !own && message.number > known.read_number;
    return {
      ...known,
      ...(message.number === known.last_number && { last_message: lastMessageOf(message) }),
      ...(gone && unread(known.unread_count - 1)),
    };
  }
  return {
    ...known,
    last_number: Math.max(known.last_number, message.number),
    last_message: lastMessageOf(message),
    last_message_at: message.created_at,
    ...(own || known.id === reader.openId ? {} : counted(known, message, reader)),
    // Whoever writes has read what came before.
    ...(own ? { ...unread(0), mention_count: 0, read_number: message.number } : {}),
  };
}

function counted(known: Conversation, { content }: Message, { userId }: Reader): Partial<Conversation> {
  const calls = callsInRoom(content, userId, known.muted);
  return { ...unread(known.unread_count + 1), mention_count: known.mention_count + (calls ? 1 : 0) };
}

/** Whether an unread message may call the reader now, or no longer: what it said before, the event does not tell. */
function mayCallAnew(known: Conversation, event: NumberedEvent, reader: Reader): boolean {
  if (event.type !== "MESSAGE_UPDATED" && event.type !== "MESSAGE_DELETED") return false;
  const { message } = event;
  if (message.parent_id !== null || message.user_id === reader.userId) return false;
  if (message.number <= known.read_number || !(message.edited || message.deleted)) return false;
  return known.mention_count > 0 || callsInRoom(message.content, reader.userId, known.muted);
}

/** Keeps what is heard while something is read: whether the answer knows of it already, nobody can tell. */
export class Overheard {
  readonly #readings = new Set<LiveEvent[]>();

  hear(event: LiveEvent): void {
    for (const heard of this.#readings) heard.push(event);
  }

  async during<T>(read: () => Promise<T>): Promise<{ value: T; heard: readonly LiveEvent[] }> {
    const heard: LiveEvent[] = [];
    this.#readings.add(heard);
    try {
      return { value: await read(), heard };
    } finally {
      this.#readings.delete(heard);
    }
  }
}

/** Brings what was read up to what was heard meanwhile; some of it may have to be read once more. */
export function bringUp(
  read: readonly Conversation[],
  heard: readonly LiveEvent[],
  reader: Reader,
): { list: readonly Conversation[]; stale: ReadonlySet<string> } {
  const stale = new Set<string>();
  const list = heard.reduce((current, event) => {
    const change = applyToList(current, event, reader);
    if (change.stale) stale.add(change.stale);
    return change.list;
  }, read);
  return { list, stale };
}

/** Puts a conversation that was read anew in its place, unless something newer is known. */
export function replace(list: readonly Conversation[], fresh: Conversation): readonly Conversation[] {
  if (!list.some(({ id }) => id === fresh.id)) return inOrder([fresh, ...list]);
  const moved = list.some(({ id, pinned }) => id === fresh.id && pinned !== fresh.pinned);
  const all = list.map((known) => (known.id === fresh.id && fresh.seq >= known.seq ? fresh : known));
  return moved ? inOrder(all) : all;
}

/** Joins pages that were read at different moments: each conversation once, newest first. */
export function joinPages(pages: readonly (readonly Conversation[])[]): readonly Conversation[] {
  const joined = new Map<string, Conversation>();
  for (const conversation of pages.flat()) {
    const known = joined.get(conversation.id);
    if (!known || conversation.seq > known.seq) joined.set(conversation.id, conversation);
  }
  return inOrder([...joined.values()]);
}

/** Puts a conversation first, or behind the pinned ones if it is none of them. */
function atTop(others: readonly Conversation[], one: Conversation): readonly Conversation[] {
  return others.toSpliced(one.pinned ? 0 : others.findLastIndex(({ pinned }) => pinned) + 1, 0, one);
}

/** Pinned conversations first, then the newest. */
function inOrder(list: readonly Conversation[]): readonly Conversation[] {
  const moment = ({ last_message_at }: Conversation) => last_message_at;
  return [...list].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) || (moment(a) < moment(b) ? 1 : moment(a) > moment(b) ? -1 : 0),
  );
}

function unread(count: number): Pick<Conversation, "unread_count" | "count_unread_messages"> {
  return { unread_count: Math.max(0, count), count_unread_messages: Math.max(0, count) };
}
