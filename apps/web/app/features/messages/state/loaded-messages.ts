import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";

/**
 * At most this many system messages are loaded. In a room where people join and leave all day, more would fill the
 * memory.
 */
const maxLines = 1_000;

/** The loaded part of a chat. Other code calls it a window. */
export interface LoadedMessages {
  /** The loaded messages, sorted by `number` without gaps. The newest message is among them unless `below` is true. */
  readonly messages: readonly Message[];
  /** The system messages between the loaded messages, sorted by `seq`. Empty for a thread. */
  readonly lines: readonly SystemLine[];
  /** Whether there are older messages that are not loaded. */
  readonly above: boolean;
  /**
   * Whether there are newer messages that are not loaded. This is the case if the chat was opened at an older message.
   */
  readonly below: boolean;
}

/** Messages of a chat and the system messages between them. */
export interface MessagePage {
  readonly messages: readonly Message[];
  readonly lines?: readonly SystemLine[] | undefined;
}

/** Keeps only the newest `keepCount` messages. Does nothing if the newest message is not loaded. */
export function dropOlderMessages<T extends LoadedMessages>(loaded: T, keepCount: number): T {
  if (loaded.below || loaded.messages.length <= keepCount) return loaded;
  const messages = loaded.messages.slice(-keepCount);
  return { ...loaded, messages, lines: findLinesOfMessages(messages, loaded.lines), above: true };
}

/**
 * Returns the system messages that belong to the given messages. A system message is shown below the chat message with
 * the same `number`.
 */
export function findLinesOfMessages(
  messages: readonly Message[],
  lines: readonly SystemLine[],
): readonly SystemLine[] {
  const firstNumber = messages[0]?.number ?? 0;
  return lines.filter(({ number }) => number >= firstNumber);
}

/**
 * Inserts messages in order. If two versions of a message exist, keeps the newer one. Leaves out messages outside the
 * loaded range, because they are loaded when the reader scrolls to them.
 */
export function mergeMessages<T extends LoadedMessages>(
  loadedMessages: T,
  newMessages: readonly Message[],
): T {
  const messages = [...loadedMessages.messages];
  const { first, last } = loadedNumberRangeOf(loadedMessages);
  for (const message of newMessages) {
    if (message.number < first || message.number > last) continue;
    const index = indexOfMessageNumber(messages, message.number);
    const knownMessage = messages[index];
    if (knownMessage?.number !== message.number) messages.splice(index, 0, message);
    else if (message.changed_seq > knownMessage.changed_seq) messages[index] = message;
  }
  return { ...loadedMessages, messages };
}

/** Inserts system messages. Leaves out those that are already loaded, because they never change. */
export function mergeSystemLines<T extends LoadedMessages>(
  loadedMessages: T,
  newLines: readonly SystemLine[],
): T {
  if (newLines.length === 0) return loadedMessages;
  const knownSeqs = new Set(loadedMessages.lines.map(({ seq }) => seq));
  const { first, last } = loadedNumberRangeOf(loadedMessages);
  const unknownLines = newLines.filter(
    ({ seq, number }) => !knownSeqs.has(seq) && number >= first && number <= last,
  );
  if (unknownLines.length === 0) return loadedMessages;
  const lines = [...loadedMessages.lines, ...unknownLines].sort((a, b) => a.seq - b.seq);
  return { ...loadedMessages, lines: lines.slice(-maxLines) };
}

/** The first and the last message `number` of the loaded range. */
function loadedNumberRangeOf({ messages, above, below }: LoadedMessages): { first: number; last: number } {
  const firstNumber = above ? (messages[0]?.number ?? 0) : 0;
  return { first: firstNumber, last: below ? (messages.at(-1)?.number ?? 0) : Number.POSITIVE_INFINITY };
}

/**
 * Returns the index of the first message with at least this `number`. Checks the last message first, because most
 * messages are new. Otherwise uses a binary search.
 */
function indexOfMessageNumber(messages: readonly Message[], number: number): number {
  const lastMessage = messages.at(-1);
  if (!lastMessage || lastMessage.number < number) return messages.length;
  let lowIndex = 0;
  let highIndex = messages.length - 1;
  while (lowIndex < highIndex) {
    const middleIndex = (lowIndex + highIndex) >> 1;
    const middleMessage = messages[middleIndex];
    if (middleMessage && middleMessage.number < number) lowIndex = middleIndex + 1;
    else highIndex = middleIndex;
  }
  return lowIndex;
}
