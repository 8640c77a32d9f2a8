import { type Conversation, isInConversationList } from "@kakehashi/contract/conversations";
import { toLastMessage } from "@kakehashi/contract/last-message";
import { isSequencedEvent, type LiveEvent, type SequencedEvent } from "@kakehashi/contract/live";
import { isMentionedInRoom } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";

/** The facts about the reader that decide how a live event changes the list of conversations. */
export interface ConversationListReader {
  readonly userId: string;
  /** The conversation that the reader is looking at. Its messages do not become unread. */
  readonly openRoomId: string | null;
}

/**
 * The list of conversations after an event. `staleId` is the id of a conversation that must be fetched again, because
 * the event does not contain all of its new values.
 */
export interface ChangedConversationList {
  readonly list: readonly Conversation[];
  readonly staleId: string | null;
}

/**
 * Applies one live event to the list of conversations. Pinned conversations stay first, and the others are sorted by
 * their newest message. Unread counts never become negative.
 */
export function applyEventToList(
  list: readonly Conversation[],
  event: LiveEvent,
  reader: ConversationListReader,
): ChangedConversationList {
  const listedConversation = list.find(({ id }) => id === event.conversation_id);
  if (event.type === "CONVERSATION_ADDED") {
    const { conversation } = event;
    // The server sends `CONVERSATION_ADDED` again if the client may have missed changes. So the list may already have
    // the conversation. Replace it.
    if (listedConversation) return { list: upsertInList(list, conversation), staleId: null };
    return {
      list: isInConversationList(conversation, reader.userId) ? moveToTop(list, conversation) : list,
      staleId: null,
    };
  }
  if (event.type === "CONVERSATION_REMOVED") {
    return { list: list.filter(({ id }) => id !== event.conversation_id), staleId: null };
  }
  if (isSequencedEvent(event)) {
    if (!listedConversation) return { list, staleId: event.conversation_id };
    if (event.seq <= listedConversation.seq) return { list, staleId: null };
    // If the account of the other person was deleted, the event lacks their new name and picture. Fetch the
    // conversation again.
    const isRenamed =
      event.type === "CONVERSATION_CHANGED" &&
      listedConversation.partner !== null &&
      event.user_id === listedConversation.partner.id;
    const hasMissedEvents = event.seq > listedConversation.seq + 1;
    const staleId =
      hasMissedEvents || isRenamed || mayChangeMentions(listedConversation, event, reader)
        ? listedConversation.id
        : null;
    const changedConversation = {
      ...applyEventToConversation(listedConversation, event, reader),
      seq: event.seq,
    };
    const isNewRootMessage = event.type === "MESSAGE_CREATED" && event.message.parent_id === null;
    if (!isNewRootMessage)
      return {
        list: list.map((room) => (room === listedConversation ? changedConversation : room)),
        staleId,
      };
    const otherRooms = list.filter((room) => room !== listedConversation);
    return { list: moveToTop(otherRooms, changedConversation), staleId };
  }
  if (!listedConversation) return { list, staleId: null };
  if (event.type === "CHANGES_MISSED")
    return { list, staleId: event.seq > listedConversation.seq ? listedConversation.id : null };
  if (event.type === "CONVERSATION_SET") {
    const { role, pinned, muted, notify_about } = event;
    // Muting a room changes which messages mention the reader, because in a muted room `@all` does not count. Only the
    // server can count the unread mentions again, so fetch the conversation.
    const staleId =
      muted !== listedConversation.muted && listedConversation.unread_count > 0
        ? listedConversation.id
        : null;
    return {
      list: upsertInList(list, { ...listedConversation, role, pinned, muted, notify_about }),
      staleId,
    };
  }
  if (event.type === "READ_CHANGED") {
    const { read_number, unread_count, mention_count } = event;
    const changedConversation = {
      ...listedConversation,
      read_number,
      ...createUnreadCounts(unread_count),
      mention_count,
    };
    // If the `seq` of the event is not that of the conversation in the list, the unread count in the event may be
    // outdated or too new. In that case fetch the conversation again.
    const staleId = event.seq === listedConversation.seq ? null : listedConversation.id;
    return { list: upsertInList(list, changedConversation), staleId };
  }
  return { list, staleId: null };
}

/** Applies an event to one conversation of the list. Does not move the conversation within the list. */
function applyEventToConversation(
  listedConversation: Conversation,
  event: SequencedEvent,
  reader: ConversationListReader,
): Conversation {
  if (event.type === "CONVERSATION_CHANGED") {
    return { ...listedConversation, name: event.name, member_count: event.member_count };
  }
  const { message } = event;
  if (message.parent_id !== null) return listedConversation;
  const isOwn = message.user_id === reader.userId;
  if (event.type !== "MESSAGE_CREATED") {
    const isUnreadDeleted =
      event.type === "MESSAGE_DELETED" && !isOwn && message.number > listedConversation.read_number;
    return {
      ...listedConversation,
      ...(message.number === listedConversation.last_number && { last_message: toLastMessage(message) }),
      ...(isUnreadDeleted && createUnreadCounts(listedConversation.unread_count - 1)),
    };
  }
  return {
    ...listedConversation,
    last_number: Math.max(listedConversation.last_number, message.number),
    last_message: toLastMessage(message),
    last_message_at: message.created_at,
    ...(isOwn || listedConversation.id === reader.openRoomId
      ? {}
      : unreadCountsAfterMessage(listedConversation, message, reader)),
    // Sending a message marks all earlier messages as read for its sender.
    ...(isOwn ? { ...createUnreadCounts(0), mention_count: 0, read_number: message.number } : {}),
  };
}

function unreadCountsAfterMessage(
  listedConversation: Conversation,
  { content }: Message,
  { userId }: ConversationListReader,
): Partial<Conversation> {
  const mentionsReader = isMentionedInRoom(content, userId, listedConversation.muted);
  return {
    ...createUnreadCounts(listedConversation.unread_count + 1),
    mention_count: listedConversation.mention_count + (mentionsReader ? 1 : 0),
  };
}

/**
 * Whether a change or deletion of a message may change the number of the reader's unread mentions. The event does not
 * contain the old text, so the client cannot compute the number itself.
 */
function mayChangeMentions(
  listedConversation: Conversation,
  event: SequencedEvent,
  reader: ConversationListReader,
): boolean {
  if (event.type !== "MESSAGE_UPDATED" && event.type !== "MESSAGE_DELETED") return false;
  const { message } = event;
  if (message.parent_id !== null || message.user_id === reader.userId) return false;
  if (message.number <= listedConversation.read_number || !(message.edited || message.deleted)) return false;
  return (
    listedConversation.mention_count > 0 ||
    isMentionedInRoom(message.content, reader.userId, listedConversation.muted)
  );
}

/** Replaces a conversation in the list by a fetched version. If the list's version is newer, keeps that. */
export function upsertInList(list: readonly Conversation[], fetched: Conversation): readonly Conversation[] {
  if (!list.some(({ id }) => id === fetched.id)) return sortList([fetched, ...list]);
  const isPinChanged = list.some(({ id, pinned }) => id === fetched.id && pinned !== fetched.pinned);
  const updatedList = list.map((listedConversation) =>
    listedConversation.id === fetched.id && fetched.seq >= listedConversation.seq
      ? fetched
      : listedConversation,
  );
  return isPinChanged ? sortList(updatedList) : updatedList;
}

/**
 * Joins the pages of the list into one list. If the list has changed between two requests, a conversation may be on two
 * pages. In that case its newest version is used.
 */
export function mergeConversationPages(pages: readonly (readonly Conversation[])[]): readonly Conversation[] {
  const byId = new Map<string, Conversation>();
  for (const conversation of pages.flat()) {
    const earlierVersion = byId.get(conversation.id);
    if (!earlierVersion || conversation.seq > earlierVersion.seq) byId.set(conversation.id, conversation);
  }
  return sortList([...byId.values()]);
}

/** Moves a conversation to the top of the list. If it is not pinned, moves it below the pinned ones. */
function moveToTop(otherRooms: readonly Conversation[], conversation: Conversation): readonly Conversation[] {
  return otherRooms.toSpliced(
    conversation.pinned ? 0 : otherRooms.findLastIndex(({ pinned }) => pinned) + 1,
    0,
    conversation,
  );
}

/** Sorts conversations: pinned ones come first, then all others by their newest message. */
function sortList(list: readonly Conversation[]): readonly Conversation[] {
  const getLastMessageTime = ({ last_message_at }: Conversation) => last_message_at;
  return [...list].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      (getLastMessageTime(a) < getLastMessageTime(b)
        ? 1
        : getLastMessageTime(a) > getLastMessageTime(b)
          ? -1
          : 0),
  );
}

function createUnreadCounts(count: number): Pick<Conversation, "unread_count" | "count_unread_messages"> {
  return { unread_count: Math.max(0, count), count_unread_messages: Math.max(0, count) };
}
