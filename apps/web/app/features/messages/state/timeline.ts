import type { StoredFile } from "@kakehashi/contract/files";
import type { SystemLine } from "@kakehashi/contract/lines";
import { isNumbered, type LiveEvent, type NumberedEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";

/** Lines of one window, the newest: a room whose people come and go all day must not fill the browser. */
const maxLines = 1_000;

/**
 * One conversation, or one thread of it, as this client knows it. Pure data and functions, without a browser: old state + the events that
 * arrive + catch-up = what a fresh fetch would show, whatever got lost on the way.
 */
export interface Timeline {
  readonly conversationId: string;
  /** The thread whose replies these are; null for the conversation's own messages. */
  readonly parentId: string | null;
  /** The change up to which nothing is missing from the window. */
  readonly seq: number;
  /** The newest change that was heard of. More than `seq`: something is missing, `changes?since={seq}` has it. */
  readonly highestSeq: number;
  /** By `number`, without a hole, up to the newest unless something lies below. */
  readonly messages: readonly Message[];
  /** What the conversation itself says among these messages, in the order of their `seq`; of a thread nothing. */
  readonly lines: readonly SystemLine[];
  /** Whether older messages lie above the window. */
  readonly above: boolean;
  /** Whether newer messages lie below the window: it was opened around an older one. */
  readonly below: boolean;
  /** Events that came before their predecessors, by `seq`. */
  readonly earlyEvents: ReadonlyMap<number, NumberedEvent>;
  /** Sends without an answer yet, in the order they were written. */
  readonly sends: readonly Send[];
}

/** A message on its way. Its `client_id` makes a repeated attempt harmless. */
export interface Send {
  readonly client_id: string;
  readonly content: string;
  /** Already with the server, waiting for their message. */
  readonly files?: readonly StoredFile[] | undefined;
  /** Attached without a connection: known by their names alone. */
  readonly local?: readonly { readonly name: string }[] | undefined;
  readonly created_at: string;
  /** `waiting`: for a connection. `failed`: refused, the writer decides what becomes of it. */
  readonly state: "sending" | "waiting" | "failed";
  /** Why it failed, in the reader's language; null while it has not. */
  readonly reason: string | null;
}

/**
 * Begins with a fetched window. `seq` is the conversation's as it was read *before* the messages were: nothing up to it
 * can be missing, and what they hold beyond it arrives once more, harmlessly.
 */
export function openTimeline(
  conversationId: string,
  seq: number,
  window: {
    messages: readonly Message[];
    lines?: readonly SystemLine[] | undefined;
    above: boolean;
    below?: boolean;
    parentId?: string | null;
  },
): Timeline {
  return {
    conversationId,
    parentId: window.parentId ?? null,
    seq,
    highestSeq: seq,
    messages: sortByNumber(window.messages),
    lines: window.lines ?? [],
    above: window.above,
    below: window.below ?? false,
    earlyEvents: new Map(),
    sends: [],
  };
}

/** Whether something is known to be missing. */
export function isBehind(timeline: Timeline): boolean {
  return timeline.highestSeq > timeline.seq;
}

/** Takes one live event; events of other conversations and repeated ones change nothing. */
export function applyEvent(timeline: Timeline, event: LiveEvent): Timeline {
  if (event.conversation_id !== timeline.conversationId) return timeline;
  const highestSeq = Math.max(timeline.highestSeq, event.seq);
  if (!isNumbered(event)) return highestSeq === timeline.highestSeq ? timeline : { ...timeline, highestSeq };
  if (event.seq <= timeline.seq) return timeline;
  if (event.seq > timeline.seq + 1) {
    return { ...timeline, highestSeq, earlyEvents: new Map(timeline.earlyEvents).set(event.seq, event) };
  }
  return applyEarlyEvents(mergeMessages({ ...timeline, highestSeq, seq: event.seq }, ...contentsOf([event])));
}

/** Takes one answer of `changes?since`; ask again from the new `seq` while it says that there is more. */
export function applyChanges(
  timeline: Timeline,
  { messages, lines, ...changes }: { seq: number } & Page,
): Timeline {
  const seq = Math.max(timeline.seq, changes.seq);
  return applyEarlyEvents(
    mergeMessages({ ...timeline, seq, highestSeq: Math.max(timeline.highestSeq, seq) }, messages, lines),
  );
}

/** Messages of a room, and the lines that come with them. */
export interface Page {
  readonly messages: readonly Message[];
  readonly lines?: readonly SystemLine[] | undefined;
}

/** Takes the messages above the window. */
export function addAbove(
  timeline: Timeline,
  { messages, lines, above }: Page & { above: boolean },
): Timeline {
  return { ...mergeMessages({ ...timeline, above: false }, messages, lines), above };
}

/** Lets go of all but the newest `keep` messages, where the window reaches down to the newest one. */
export function dropAbove(timeline: Timeline, keep: number): Timeline {
  if (timeline.below || timeline.messages.length <= keep) return timeline;
  const messages = timeline.messages.slice(-keep);
  return { ...timeline, messages, lines: linesFrom(messages, timeline.lines), above: true };
}

/** Takes the messages below the window. */
export function addBelow(
  timeline: Timeline,
  { messages, lines, below }: Page & { below: boolean },
): Timeline {
  return { ...mergeMessages({ ...timeline, below: false }, messages, lines), below };
}

/** Of these lines, those that come with the messages: each stands after the one of its number. */
export function linesFrom(messages: readonly Message[], lines: readonly SystemLine[]): readonly SystemLine[] {
  const first = messages[0]?.number ?? 0;
  return lines.filter(({ number }) => number >= first);
}

/** Shows a message on its way. One whose answer was lost, by a reload or an outage, may stand there already: then nothing. */
export function startSend(
  timeline: Timeline,
  send: Pick<Send, "client_id" | "content" | "files" | "local" | "created_at">,
): Timeline {
  if (timeline.messages.findLast(({ client_id }) => client_id === send.client_id)) return timeline;
  return { ...timeline, sends: [...timeline.sends, { ...send, state: "sending", reason: null }] };
}

/** The server was not reached; the send is tried again when it is. */
export function holdSend(timeline: Timeline, clientId: string): Timeline {
  return changeSend(timeline, clientId, { state: "waiting", reason: null });
}

export function failSend(timeline: Timeline, clientId: string, reason: string): Timeline {
  return changeSend(timeline, clientId, { state: "failed", reason });
}

export function retrySend(timeline: Timeline, clientId: string): Timeline {
  return changeSend(timeline, clientId, { state: "sending", reason: null });
}

export function discardSend(timeline: Timeline, clientId: string): Timeline {
  return { ...timeline, sends: timeline.sends.filter(({ client_id }) => client_id !== clientId) };
}

/** Takes the answer to a send. It may overtake earlier events, so that `seq` does not move: its own event does that. */
export function settleSend(timeline: Timeline, message: Message): Timeline {
  return mergeMessages(timeline, [message]);
}

function changeSend(timeline: Timeline, clientId: string, change: Pick<Send, "state" | "reason">): Timeline {
  const sends = timeline.sends.map((send) => (send.client_id === clientId ? { ...send, ...change } : send));
  return { ...timeline, sends };
}

/** Moves early events in once their predecessors are there. */
function applyEarlyEvents(timeline: Timeline): Timeline {
  let { seq } = timeline;
  const next: NumberedEvent[] = [];
  for (let event = timeline.earlyEvents.get(seq + 1); event; event = timeline.earlyEvents.get(seq + 1)) {
    next.push(event);
    seq++;
  }
  const early = new Map([...timeline.earlyEvents].filter(([key]) => key > seq));
  if (seq === timeline.seq && early.size === timeline.earlyEvents.size) return timeline;
  return mergeMessages({ ...timeline, seq, earlyEvents: early }, ...contentsOf(next));
}

/** What events bring. */
function contentsOf(events: readonly NumberedEvent[]): [Message[], SystemLine[]] {
  return [
    events.flatMap((event) => ("message" in event ? [event.message] : [])),
    events.flatMap((event) => ("line" in event && event.line ? [event.line] : [])),
  ];
}

/** What lies beyond these numbers is read when the reader gets there. */
function loadedRange({ messages, above, below }: Timeline): { first: number; last: number } {
  const first = above ? (messages[0]?.number ?? 0) : 0;
  return { first, last: below ? (messages.at(-1)?.number ?? 0) : Number.POSITIVE_INFINITY };
}

/** Puts messages where they belong; of two versions of one, the later change wins. */
function mergeMessages(
  given: Timeline,
  incoming: readonly Message[],
  lines: readonly SystemLine[] = [],
): Timeline {
  const timeline = mergeLines(given, lines);
  const own = incoming.filter(({ parent_id }) => parent_id === timeline.parentId);
  if (own.length === 0) return timeline;
  const messages = [...timeline.messages];
  const { first, last } = loadedRange(timeline);
  for (const message of own) {
    if (message.number < first || message.number > last) continue;
    const index = indexOfNumber(messages, message.number);
    const known = messages[index];
    if (known?.number !== message.number) messages.splice(index, 0, message);
    else if (message.changed_seq > known.changed_seq) messages[index] = message;
  }
  const arrived = new Set(own.map(({ client_id }) => client_id));
  const sends = timeline.sends.filter(({ client_id }) => !arrived.has(client_id));
  return { ...timeline, messages, sends: sends.length === timeline.sends.length ? timeline.sends : sends };
}

/** A line never changes. */
function mergeLines(timeline: Timeline, incoming: readonly SystemLine[]): Timeline {
  if (incoming.length === 0 || timeline.parentId !== null) return timeline;
  const known = new Set(timeline.lines.map(({ seq }) => seq));
  const { first, last } = loadedRange(timeline);
  const fresh = incoming.filter(({ seq, number }) => !known.has(seq) && number >= first && number <= last);
  if (fresh.length === 0) return timeline;
  const lines = [...timeline.lines, ...fresh].sort((a, b) => a.seq - b.seq);
  return { ...timeline, lines: lines.slice(-maxLines) };
}

/** The index of the first message whose number is not below `number`. Mostly the end: asked there first. */
function indexOfNumber(messages: readonly Message[], number: number): number {
  const last = messages.at(-1);
  if (!last || last.number < number) return messages.length;
  let low = 0;
  let high = messages.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = messages[middle];
    if (at && at.number < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sortByNumber(messages: readonly Message[]): readonly Message[] {
  return [...messages].sort((a, b) => a.number - b.number);
}
