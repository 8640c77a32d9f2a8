import type { StoredFile } from "@kakehashi/contract/files";
import type { SystemLine } from "@kakehashi/contract/lines";
import { isSequencedEvent, type LiveEvent, type SequencedEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { type LoadedMessages, type MessagePage, mergeMessages, mergeSystemLines } from "./loaded-messages.ts";

/**
 * The state of one conversation or thread in this browser: plain data, changed by pure functions. Even if live events
 * were lost, the timeline is correct after the missed changes are fetched.
 */
export interface ChatTimeline extends LoadedMessages {
  readonly conversationId: string;
  /** The id of the thread's root message. Null for the conversation itself. */
  readonly parentId: string | null;
  /** The timeline includes every change up to this `seq`. */
  readonly seq: number;
  /**
   * The highest `seq` of all received events. If it is higher than `seq`, events are missing, and the call
   * `changes?since={seq}` returns their changes.
   */
  readonly highestSeq: number;
  /** Live events that arrived before their predecessor, by their `seq`. */
  readonly outOfOrderEvents: ReadonlyMap<number, SequencedEvent>;
  /**
   * Messages that the server does not have yet, in the order in which they were written: they are being sent, wait, or
   * were refused.
   */
  readonly outbox: readonly OutgoingMessage[];
}

/** A message that is being sent. A retry has the same `client_id`, so that the server stores the message only once. */
export interface OutgoingMessage {
  readonly client_id: string;
  /** `NOTE` for a note for colleagues. Undefined for an ordinary message. */
  readonly kind?: "NOTE" | undefined;
  readonly content: string;
  /** Files that are uploaded already. */
  readonly files?: readonly StoredFile[] | undefined;
  /** Files that were not uploaded yet when the message was sent, known only by name. */
  readonly localFiles?: readonly { readonly name: string }[] | undefined;
  readonly created_at: string;
  /**
   * `waiting`: the message is sent again at the next connection. `failed`: the server has refused it, and the writer
   * decides what to do.
   */
  readonly state: "sending" | "waiting" | "failed";
  /** Why the send failed, in the reader's language. Null if it did not fail. */
  readonly reason: string | null;
}

/**
 * Creates a timeline from a response. The server reads `seq` *before* the messages, so they include all changes up to
 * `seq`. They may also include later changes, which then arrive again as events. This is harmless.
 */
export function createTimeline(
  conversationId: string,
  seq: number,
  window: {
    messages: readonly Message[];
    lines?: readonly SystemLine[] | undefined;
    above: boolean;
    below?: boolean;
    parentId?: string | null;
  },
): ChatTimeline {
  return {
    conversationId,
    parentId: window.parentId ?? null,
    seq,
    highestSeq: seq,
    messages: [...window.messages].sort((a, b) => a.number - b.number),
    lines: window.lines ?? [],
    above: window.above,
    below: window.below ?? false,
    outOfOrderEvents: new Map(),
    outbox: [],
  };
}

/** Whether the timeline lacks changes of the conversation. */
export function isMissingChanges(timeline: ChatTimeline): boolean {
  return timeline.highestSeq > timeline.seq;
}

/** Applies one live event. Ignores repeated events and events of other conversations. */
export function applyEvent(timeline: ChatTimeline, event: LiveEvent): ChatTimeline {
  if (event.conversation_id !== timeline.conversationId) return timeline;
  const highestSeq = Math.max(timeline.highestSeq, event.seq);
  if (!isSequencedEvent(event))
    return highestSeq === timeline.highestSeq ? timeline : { ...timeline, highestSeq };
  if (event.seq <= timeline.seq) return timeline;
  if (event.seq > timeline.seq + 1) {
    return {
      ...timeline,
      highestSeq,
      outOfOrderEvents: new Map(timeline.outOfOrderEvents).set(event.seq, event),
    };
  }
  return applyEarlyEvents(
    mergeIntoTimeline({ ...timeline, highestSeq, seq: event.seq }, ...messagesAndLinesOf([event])),
  );
}

/**
 * Applies one response of `changes?since`. If the response says that there are more changes, the caller sends another
 * request from the new `seq`.
 */
export function applyChanges(
  timeline: ChatTimeline,
  { messages, lines, ...changes }: { seq: number } & MessagePage,
): ChatTimeline {
  const seq = Math.max(timeline.seq, changes.seq);
  return applyEarlyEvents(
    mergeIntoTimeline({ ...timeline, seq, highestSeq: Math.max(timeline.highestSeq, seq) }, messages, lines),
  );
}

/** Adds older messages above the loaded ones. */
export function addOlderMessages(
  timeline: ChatTimeline,
  { messages, lines, above }: MessagePage & { above: boolean },
): ChatTimeline {
  return { ...mergeIntoTimeline({ ...timeline, above: false }, messages, lines), above };
}

/** Adds newer messages below the loaded ones. */
export function addNewerMessages(
  timeline: ChatTimeline,
  { messages, lines, below }: MessagePage & { below: boolean },
): ChatTimeline {
  return { ...mergeIntoTimeline({ ...timeline, below: false }, messages, lines), below };
}

/**
 * Shows a message that is being sent. If the server's message is already in the timeline, does nothing: an earlier
 * attempt has succeeded although its response was lost.
 */
export function addOutgoingMessage(
  timeline: ChatTimeline,
  newMessage: Pick<OutgoingMessage, "client_id" | "kind" | "content" | "files" | "localFiles" | "created_at">,
): ChatTimeline {
  if (timeline.messages.findLast(({ client_id }) => client_id === newMessage.client_id)) return timeline;
  return {
    ...timeline,
    outbox: [...timeline.outbox, { ...newMessage, state: "sending", reason: null }],
  };
}

/** Marks a message as waiting, because the server could not be reached. It is sent again after a reconnect. */
export function markSendWaiting(timeline: ChatTimeline, clientId: string): ChatTimeline {
  return updateOutgoingMessage(timeline, clientId, { state: "waiting", reason: null });
}

export function markSendFailed(timeline: ChatTimeline, clientId: string, reason: string): ChatTimeline {
  return updateOutgoingMessage(timeline, clientId, { state: "failed", reason });
}

export function markSendInProgress(timeline: ChatTimeline, clientId: string): ChatTimeline {
  return updateOutgoingMessage(timeline, clientId, { state: "sending", reason: null });
}

export function removeOutgoingMessage(timeline: ChatTimeline, clientId: string): ChatTimeline {
  return {
    ...timeline,
    outbox: timeline.outbox.filter(({ client_id }) => client_id !== clientId),
  };
}

/**
 * Applies the server's response to a sent message. Does not change `seq`, because earlier events may still be missing.
 * The live event of the message changes `seq` later.
 */
export function applySendResponse(timeline: ChatTimeline, message: Message): ChatTimeline {
  return mergeIntoTimeline(timeline, [message]);
}

function updateOutgoingMessage(
  timeline: ChatTimeline,
  clientId: string,
  change: Pick<OutgoingMessage, "state" | "reason">,
): ChatTimeline {
  const sends = timeline.outbox.map((send) => (send.client_id === clientId ? { ...send, ...change } : send));
  return { ...timeline, outbox: sends };
}

/** Applies events that arrived too early, as soon as all events before them have arrived. */
function applyEarlyEvents(timeline: ChatTimeline): ChatTimeline {
  let { seq } = timeline;
  const readyEvents: SequencedEvent[] = [];
  for (
    let event = timeline.outOfOrderEvents.get(seq + 1);
    event;
    event = timeline.outOfOrderEvents.get(seq + 1)
  ) {
    readyEvents.push(event);
    seq++;
  }
  const remainingEarlyEvents = new Map([...timeline.outOfOrderEvents].filter(([key]) => key > seq));
  if (seq === timeline.seq && remainingEarlyEvents.size === timeline.outOfOrderEvents.size) return timeline;
  return mergeIntoTimeline(
    { ...timeline, seq, outOfOrderEvents: remainingEarlyEvents },
    ...messagesAndLinesOf(readyEvents),
  );
}

/** The messages and system messages in these events. */
function messagesAndLinesOf(events: readonly SequencedEvent[]): [Message[], SystemLine[]] {
  return [
    events.flatMap((event) => ("message" in event ? [event.message] : [])),
    events.flatMap((event) => ("line" in event && event.line ? [event.line] : [])),
  ];
}

/** Adds messages and system messages of this chat. Removes an outgoing message if its stored version is among them. */
function mergeIntoTimeline(
  original: ChatTimeline,
  messages: readonly Message[],
  lines: readonly SystemLine[] = [],
): ChatTimeline {
  const timeline = original.parentId === null ? mergeSystemLines(original, lines) : original;
  const ownMessages = messages.filter(({ parent_id }) => parent_id === timeline.parentId);
  if (ownMessages.length === 0) return timeline;
  const sends = timeline.outbox.filter((outgoingMessage) =>
    ownMessages.every(({ client_id }) => client_id !== outgoingMessage.client_id),
  );
  return {
    ...mergeMessages(timeline, ownMessages),
    outbox: sends.length === timeline.outbox.length ? timeline.outbox : sends,
  };
}
