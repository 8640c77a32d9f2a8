import { type Conversation, isInList } from "@kakehashi/contract/conversations";
import { lastMessageOf } from "@kakehashi/contract/last-message";
import { isNumbered, type LiveEvent, type NumberedEvent } from "@kakehashi/contract/live";
import { mentionsInRoom } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";

/** What an event handler needs to know about the reader. */
export interface Reader {
  readonly userId: string;
  /** The conversation that the reader is looking at. Its messages do not become unread. */
  readonly openId: string | null;
}

/** The new list. `stale` is the id of a conversation to fetch again, when the event does not say enough. */
export interface ListChange {
  readonly list: readonly Conversation[];
  readonly stale: string | null;
}

/**
 * Applies one live event to the list. Pinned conversations come first, then the newest. Unread counts never go below
 * zero.
 */
export function applyToList(list: readonly Conversation[], event: LiveEvent, reader: Reader): ListChange {
  const known = list.find(({ id }) => id === event.conversation_id);
  if (event.type === "CONVERSATION_ADDED") {
    const { conversation } = event;
    // The server sends this event again when something may have been missed.
    if (known) return { list: replaceInList(list, conversation), stale: null };
    return {
      list: isInList(conversation, reader.userId) ? moveToTop(list, conversation) : list,
      stale: null,
    };
  }
  if (event.type === "CONVERSATION_REMOVED") {
    return { list: list.filter(({ id }) => id !== event.conversation_id), stale: null };
  }
  if (isNumbered(event)) {
    if (!known) return { list, stale: event.conversation_id };
    if (event.seq <= known.seq) return { list, stale: null };
    // The partner's account was deleted. The event does not include the new name and picture.
    const renamed =
      event.type === "CONVERSATION_CHANGED" && known.partner !== null && event.user_id === known.partner.id;
    const hasGap = event.seq > known.seq + 1;
    const stale = hasGap || renamed || mentionsMayChange(known, event, reader) ? known.id : null;
    const changed = { ...applyChange(known, event, reader), seq: event.seq };
    const arrives = event.type === "MESSAGE_CREATED" && event.message.parent_id === null;
    if (!arrives) return { list: list.map((other) => (other === known ? changed : other)), stale };
    const others = list.filter((other) => other !== known);
    return { list: moveToTop(others, changed), stale };
  }
  if (!known) return { list, stale: null };
  if (event.type === "CHANGES_MISSED") return { list, stale: event.seq > known.seq ? known.id : null };
  if (event.type === "CONVERSATION_SET") {
    const { role, pinned, muted, notify_about } = event;
    // In a muted room, `@all` does not mention the reader. Only the server knows which unread messages still do.
    const stale = muted !== known.muted && known.unread_count > 0 ? known.id : null;
    return { list: replaceInList(list, { ...known, role, pinned, muted, notify_about }), stale };
  }
  if (event.type === "READ_CHANGED") {
    const { read_number, unread_count, mention_count } = event;
    const changed = { ...known, read_number, ...unread(unread_count), mention_count };
    // The count belongs to another state than the list shows, so fetch the conversation again.
    const stale = event.seq === known.seq ? null : known.id;
    return { list: replaceInList(list, changed), stale };
  }
  return { list, stale: null };
}

/** Applies a change to one conversation, without moving it in the list. */
function applyChange(known: Conversation, event: NumberedEvent, reader: Reader): Conversation {
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
    ...(own || known.id === reader.openId ? {} : withUnread(known, message, reader)),
    // Writing a message marks the earlier ones as read.
    ...(own ? { ...unread(0), mention_count: 0, read_number: message.number } : {}),
  };
}

function withUnread(known: Conversation, { content }: Message, { userId }: Reader): Partial<Conversation> {
  const mentionsReader = mentionsInRoom(content, userId, known.muted);
  return { ...unread(known.unread_count + 1), mention_count: known.mention_count + (mentionsReader ? 1 : 0) };
}

/** Whether an edit may add or remove a mention of the reader. The event does not include the old text. */
function mentionsMayChange(known: Conversation, event: NumberedEvent, reader: Reader): boolean {
  if (event.type !== "MESSAGE_UPDATED" && event.type !== "MESSAGE_DELETED") return false;
  const { message } = event;
  if (message.parent_id !== null || message.user_id === reader.userId) return false;
  if (message.number <= known.read_number || !(message.edited || message.deleted)) return false;
  return known.mention_count > 0 || mentionsInRoom(message.content, reader.userId, known.muted);
}

/** Records live events while a request is running. The answer may or may not include them. */
export class EventRecorder {
  readonly #readings = new Set<LiveEvent[]>();

  record(event: LiveEvent): void {
    for (const events of this.#readings) events.push(event);
  }

  async recordDuring<T>(read: () => Promise<T>): Promise<{ value: T; events: readonly LiveEvent[] }> {
    const events: LiveEvent[] = [];
    this.#readings.add(events);
    try {
      return { value: await read(), events };
    } finally {
      this.#readings.delete(events);
    }
  }
}

/** Applies the events that arrived during a request. `stale` are conversations that must be fetched again. */
export function applyRecorded(
  read: readonly Conversation[],
  events: readonly LiveEvent[],
  reader: Reader,
): { list: readonly Conversation[]; stale: ReadonlySet<string> } {
  const stale = new Set<string>();
  const list = events.reduce((current, event) => {
    const applyChange = applyToList(current, event, reader);
    if (applyChange.stale) stale.add(applyChange.stale);
    return applyChange.list;
  }, read);
  return { list, stale };
}

/** Replaces a conversation with a fetched version, unless the list has a newer one. */
export function replaceInList(list: readonly Conversation[], fresh: Conversation): readonly Conversation[] {
  if (!list.some(({ id }) => id === fresh.id)) return sortList([fresh, ...list]);
  const moved = list.some(({ id, pinned }) => id === fresh.id && pinned !== fresh.pinned);
  const all = list.map((known) => (known.id === fresh.id && fresh.seq >= known.seq ? fresh : known));
  return moved ? sortList(all) : all;
}

/** Joins pages that were fetched at different times: each conversation once, newest first. */
export function joinPages(pages: readonly (readonly Conversation[])[]): readonly Conversation[] {
  const joined = new Map<string, Conversation>();
  for (const conversation of pages.flat()) {
    const known = joined.get(conversation.id);
    if (!known || conversation.seq > known.seq) joined.set(conversation.id, conversation);
  }
  return sortList([...joined.values()]);
}

/** Moves a conversation to the top, or below the pinned ones if it is not pinned. */
function moveToTop(others: readonly Conversation[], one: Conversation): readonly Conversation[] {
  return others.toSpliced(one.pinned ? 0 : others.findLastIndex(({ pinned }) => pinned) + 1, 0, one);
}

/** Pinned conversations first, then the newest. */
function sortList(list: readonly Conversation[]): readonly Conversation[] {
  const moment = ({ last_message_at }: Conversation) => last_message_at;
  return [...list].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) || (moment(a) < moment(b) ? 1 : moment(a) > moment(b) ? -1 : 0),
  );
}

function unread(count: number): Pick<Conversation, "unread_count" | "count_unread_messages"> {
  return { unread_count: Math.max(0, count), count_unread_messages: Math.max(0, count) };
}
