import type { Message } from "@kakehashi/contract/messages";
import type { NewMessage } from "./append-store.ts";

/**
 * Maximum number of new messages per SQL statement. A larger statement would take longer than the round trips that it
 * saves.
 */
const maximumSendsPerStatement = 128;

/**
 * In a busy room, a batch waits at most this many milliseconds for further messages. Authors who wrote at the same
 * time, such as bots, often do so again. Without the wait, the message that arrives first would be written alone, and
 * those of the other authors in a second SQL statement.
 */
const maximumWaitMs = 2;

interface WaitingSend {
  message: NewMessage;
  resolve(message: Message | undefined): void;
  reject(error: unknown): void;
}

interface RoomQueue {
  waitingSends: WaitingSend[];
  /** Set while a batch waits for more messages. It is called after each message that is added to `waitingSends`. */
  onSend?: (() => void) | undefined;
}

/**
 * Collects new messages of a room into batches, so that many messages need one database round trip. The first message
 * is written at once. Messages that arrive during this write form the next batch, which waits up to 2 ms for further
 * messages by the last batch's authors. Messages are published in order. The promise of a message resolves to undefined
 * if `write` does not return the message.
 */
export class NewMessageBatcher {
  readonly #rooms = new Map<string, RoomQueue>();
  readonly #write: (roomId: string, messages: readonly NewMessage[]) => Promise<readonly Message[]>;

  constructor(write: (roomId: string, messages: readonly NewMessage[]) => Promise<readonly Message[]>) {
    this.#write = write;
  }

  writeInBatch(roomId: string, message: NewMessage): Promise<Message | undefined> {
    return new Promise((resolve, reject) => {
      const waitingSend = { message, resolve, reject };
      const room = this.#rooms.get(roomId);
      if (room) {
        room.waitingSends.push(waitingSend);
        room.onSend?.();
      } else {
        const newQueue = { waitingSends: [waitingSend] };
        this.#rooms.set(roomId, newQueue);
        void this.#drain(roomId, newQueue);
      }
    });
  }

  async #drain(roomId: string, room: RoomQueue): Promise<void> {
    while (room.waitingSends.length > 0) {
      const group = takeNextBatch(room);
      try {
        const addedMessages = await this.#write(
          roomId,
          group.map((waitingSend) => waitingSend.message),
        );
        const messagesById = new Map(addedMessages.map((message) => [message.id, message]));
        for (const waitingSend of group) waitingSend.resolve(messagesById.get(waitingSend.message.id));
      } catch (error) {
        if (group.length > 1 && isRefusedData(error)) await this.#writeAlone(roomId, group);
        else for (const waitingSend of group) waitingSend.reject(error);
      }
      await waitForSends(room, group.length + room.waitingSends.length);
    }
    this.#rooms.delete(roomId);
  }

  /** Writes each message by a separate statement. If the database refuses one message, only that message fails. */
  async #writeAlone(roomId: string, group: readonly WaitingSend[]): Promise<void> {
    for (const { message, resolve, reject } of group)
      await this.#write(roomId, [message]).then(([addedMessage]) => resolve(addedMessage), reject);
  }
}

/** Whether the database refused a statement because of its values: SQLSTATE class 22 (data) or 23 (constraints). */
const isRefusedData = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));

/** Resolves when `count` messages wait in the room, or after `maximumWaitMs`. Resolves at once if `count` is 0 or 1. */
async function waitForSends(room: RoomQueue, count: number): Promise<void> {
  const requiredCount = Math.min(count, maximumSendsPerStatement);
  if (requiredCount < 2 || room.waitingSends.length >= requiredCount) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maximumWaitMs);
    room.onSend = () => {
      if (room.waitingSends.length < requiredCount) return;
      clearTimeout(timer);
      resolve();
    };
  });
  room.onSend = undefined;
}

/**
 * Chooses the messages of the next batch. A batch never contains the same message or the same file twice. A repeated
 * message waits for a later batch, which then finds that the message is already stored.
 */
function takeNextBatch(room: RoomQueue): WaitingSend[] {
  const group: WaitingSend[] = [];
  const remainingSends: WaitingSend[] = [];
  const usedKeys = new Set<string>();
  for (const waitingSend of room.waitingSends) {
    const { user_id, client_id, files = [] } = waitingSend.message;
    const keys = [`${user_id} ${client_id}`, ...files.map(({ id }) => id)];
    if (group.length === maximumSendsPerStatement || keys.some((key) => usedKeys.has(key)))
      remainingSends.push(waitingSend);
    else {
      for (const key of keys) usedKeys.add(key);
      group.push(waitingSend);
    }
  }
  room.waitingSends = remainingSends;
  return group;
}
