import { type Conversation, isInConversationList } from "@kakehashi/contract/conversations";
import { lastMessageOf } from "@kakehashi/contract/last-message";
import { isSequencedEvent, type LiveEvent, type SequencedEvent } from "@kakehashi/contract/live";
import { isMentionedInRoom } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";

/** The facts about the reader that an event handler needs. */
export interface Reader {
  readonly userId: string;
  /** The conversation that the reader is looking at. Its messages do not become unread. */
  readonly openId: string | null;
}

/**
 * The changed list of conversations. `staleId` is the id of a conversation to fetch again, if the event does not say
 * enough.
 */
export interface ListChange {
  readonly list: readonly Conversation[];
  readonly staleId: string | null;
}

/**
 * Applies one live event to the list. Pinned conversations come first, then the newest. Unread counts never go below
 * zero.
 */
export function applyEventToList(
  list: readonly Conversation[],
  event: LiveEvent,
  reader: Reader,
): ListChange {
  const listed = list.find(({ id }) => id === event.conversation_id);
  if (event.type === "CONVERSATION_ADDED") {
    const { conversation } = event;
    // The server sends `CONVERSATION_ADDED` again when the client may have missed changes. So the conversation may
    // already be in the list.
    if (listed) return { list: replaceInList(list, conversation), staleId: null };
    return {
      list: isInConversationList(conversation, reader.userId) ? moveToTop(list, conversation) : list,
      staleId: null,
    };
  }
  if (event.type === "CONVERSATION_REMOVED") {
    return { list: list.filter(({ id }) => id !== event.conversation_id), staleId: null };
  }
  if (isSequencedEvent(event)) {
    if (!listed) return { list, staleId: event.conversation_id };
    if (event.seq <= listed.seq) return { list, staleId: null };
    // The partner's account was deleted. The event does not include the new name and picture.
    const isRenamed =
      event.type === "CONVERSATION_CHANGED" && listed.partner !== null && event.user_id === listed.partner.id;
    const hasMissedEvents = event.seq > listed.seq + 1;
    const staleId =
      hasMissedEvents || isRenamed || mayChangeMentions(listed, event, reader) ? listed.id : null;
    const changed = { ...applyEventToConversation(listed, event, reader), seq: event.seq };
    const isNewRootMessage = event.type === "MESSAGE_CREATED" && event.message.parent_id === null;
    if (!isNewRootMessage) return { list: list.map((room) => (room === listed ? changed : room)), staleId };
    const otherRooms = list.filter((room) => room !== listed);
    return { list: moveToTop(otherRooms, changed), staleId };
  }
  if (!listed) return { list, staleId: null };
  if (event.type === "CHANGES_MISSED") return { list, staleId: event.seq > listed.seq ? listed.id : null };
  if (event.type === "CONVERSATION_SET") {
    const { role, pinned, muted, notify_about } = event;
    // In a muted room, `@all` does not mention the reader. Only the server knows which unread messages still mention
    // the reader.
    const staleId = muted !== listed.muted && listed.unread_count > 0 ? listed.id : null;
    return { list: replaceInList(list, { ...listed, role, pinned, muted, notify_about }), staleId };
  }
  if (event.type === "READ_CHANGED") {
    const { read_number, unread_count, mention_count } = event;
    const changed = { ...listed, read_number, ...unreadCounts(unread_count), mention_count };
    // The event's unread count belongs to a different state than the one in the list, so fetch the conversation again.
    const staleId = event.seq === listed.seq ? null : listed.id;
    return { list: replaceInList(list, changed), staleId };
  }
  return { list, staleId: null };
}

/** Applies a change to one conversation, without moving it in the list. */
function applyEventToConversation(listed: Conversation, event: SequencedEvent, reader: Reader): Conversation {
  if (event.type === "CONVERSATION_CHANGED") {
    return { ...listed, name: event.name, member_count: event.member_count };
  }
  const { message } = event;
  if (message.parent_id !== null) return listed;
  const isOwn = message.user_id === reader.userId;
  if (event.type !== "MESSAGE_CREATED") {
    const isUnreadDeleted = event.type === "MESSAGE_DELETED" && !isOwn && message.number > listed.read_number;
    return {
      ...listed,
      ...(message.number === listed.last_number && { last_message: lastMessageOf(message) }),
      ...(isUnreadDeleted && unreadCounts(listed.unread_count - 1)),
    };
  }
  return {
    ...listed,
    last_number: Math.max(listed.last_number, message.number),
    last_message: lastMessageOf(message),
    last_message_at: message.created_at,
    ...(isOwn || listed.id === reader.openId ? {} : addedUnreadCounts(listed, message, reader)),
    // Writing a message marks the earlier ones as read.
    ...(isOwn ? { ...unreadCounts(0), mention_count: 0, read_number: message.number } : {}),
  };
}

function addedUnreadCounts(
  listed: Conversation,
  { content }: Message,
  { userId }: Reader,
): Partial<Conversation> {
  const mentionsReader = isMentionedInRoom(content, userId, listed.muted);
  return {
    ...unreadCounts(listed.unread_count + 1),
    mention_count: listed.mention_count + (mentionsReader ? 1 : 0),
  };
}

/** Whether an edit may have added or removed a mention of the reader. The event does not include the old text. */
function mayChangeMentions(listed: Conversation, event: SequencedEvent, reader: Reader): boolean {
  if (event.type !== "MESSAGE_UPDATED" && event.type !== "MESSAGE_DELETED") return false;
  const { message } = event;
  if (message.parent_id !== null || message.user_id === reader.userId) return false;
  if (message.number <= listed.read_number || !(message.edited || message.deleted)) return false;
  return listed.mention_count > 0 || isMentionedInRoom(message.content, reader.userId, listed.muted);
}

/** Records live events while a request is running. The answer may or may not include them. */
export class EventRecorder {
  readonly recordings = new Set<LiveEvent[]>();

  record(event: LiveEvent): void {
    for (const events of this.recordings) events.push(event);
  }

  async recordDuring<T>(request: () => Promise<T>): Promise<{ value: T; events: readonly LiveEvent[] }> {
    const events: LiveEvent[] = [];
    this.recordings.add(events);
    try {
      return { value: await request(), events };
    } finally {
      this.recordings.delete(events);
    }
  }
}

/** Applies the events that arrived during a request. `staleIds` are conversations that must be fetched again. */
export function applyRecordedEvents(
  fetched: readonly Conversation[],
  events: readonly LiveEvent[],
  reader: Reader,
): { list: readonly Conversation[]; staleIds: ReadonlySet<string> } {
  const staleIds = new Set<string>();
  const list = events.reduce((current, event) => {
    const change = applyEventToList(current, event, reader);
    if (change.staleId) staleIds.add(change.staleId);
    return change.list;
  }, fetched);
  return { list, staleIds };
}

/** Replaces a conversation with a fetched version, unless the list has a newer one. */
export function replaceInList(list: readonly Conversation[], fetched: Conversation): readonly Conversation[] {
  if (!list.some(({ id }) => id === fetched.id)) return sortList([fetched, ...list]);
  const isPinChanged = list.some(({ id, pinned }) => id === fetched.id && pinned !== fetched.pinned);
  const updatedList = list.map((listed) =>
    listed.id === fetched.id && fetched.seq >= listed.seq ? fetched : listed,
  );
  return isPinChanged ? sortList(updatedList) : updatedList;
}

/** Joins pages that were fetched at different times: each conversation once, newest first. */
export function joinPages(pages: readonly (readonly Conversation[])[]): readonly Conversation[] {
  const byId = new Map<string, Conversation>();
  for (const conversation of pages.flat()) {
    const earlierVersion = byId.get(conversation.id);
    if (!earlierVersion || conversation.seq > earlierVersion.seq) byId.set(conversation.id, conversation);
  }
  return sortList([...byId.values()]);
}

/** Moves a conversation to the top, or below the pinned ones if it is not pinned. */
function moveToTop(otherRooms: readonly Conversation[], conversation: Conversation): readonly Conversation[] {
  return otherRooms.toSpliced(
    conversation.pinned ? 0 : otherRooms.findLastIndex(({ pinned }) => pinned) + 1,
    0,
    conversation,
  );
}

/** Sorts conversations: pinned ones first, then those with the newest message. */
function sortList(list: readonly Conversation[]): readonly Conversation[] {
  const lastMessageAt = ({ last_message_at }: Conversation) => last_message_at;
  return [...list].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      (lastMessageAt(a) < lastMessageAt(b) ? 1 : lastMessageAt(a) > lastMessageAt(b) ? -1 : 0),
  );
}

function unreadCounts(count: number): Pick<Conversation, "unread_count" | "count_unread_messages"> {
  return { unread_count: Math.max(0, count), count_unread_messages: Math.max(0, count) };
}
