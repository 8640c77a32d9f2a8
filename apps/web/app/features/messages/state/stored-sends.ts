import type { StoredFile } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import { offlineDatabase } from "../../../kit/database.ts";
import { deviceStorage } from "../../../kit/storage.ts";

/** A message that the server does not have yet, as stored in the browser's database. */
export interface QueuedMessage {
  readonly client_id: string;
  /** The id of the author. While another person is signed in at this browser, the message is not sent. */
  readonly user_id: string;
  /** Where the message was written: in the conversation, in the thread pane, or on the threads page. */
  readonly type: "chat" | "reply" | "threads";
  readonly idConversation: string;
  readonly parent_id: string | null;
  /** `NOTE` for a note for colleagues. Undefined for an ordinary message. */
  readonly kind?: "NOTE" | undefined;
  /** The language of an inserted canned answer. If it is undefined, the server detects the language from the text. */
  readonly language?: Language | undefined;
  readonly content: string;
  /** Files that are already uploaded. */
  readonly files?: readonly StoredFile[];
  /** Files that were not uploaded yet when the message was sent. They are uploaded with the message. */
  readonly local?: readonly File[];
  readonly created_at: string;
  /** Why the server refused the message, in the writer's language. Null if the server has not refused the message. */
  readonly refusal: string | null;
}

// The browser's database stores unsent messages. Writing there is asynchronous, so a reload could lose the message.
// Until the write is done, `localStorage` has the message too, because writing there is synchronous. Browsers without a
// database use only `localStorage`.

const storagePrefix = "unsent ";

function readLocalStorage(): QueuedMessage[] {
  try {
    return deviceStorage.findNames(storagePrefix).map((name) => JSON.parse(deviceStorage.read(name) ?? ""));
  } catch {
    return [];
  }
}

/**
 * Stores an unsent message, or a change of it. Resolves when the database has stored the message, or could not store
 * it. If the browser has no storage, the message lasts until the page is closed.
 */
export function storeUnsentMessage(queuedMessage: QueuedMessage): Promise<void> {
  const name = storagePrefix + queuedMessage.client_id;
  // Messages with files are not stored in `localStorage`, which cannot hold files. Without its files, the message must
  // not be sent.
  if (!queuedMessage.local?.length) deviceStorage.write(name, JSON.stringify(queuedMessage));
  return offlineDatabase.put("outbox", queuedMessage).then(
    () => deviceStorage.write(name, null),
    () => undefined,
  );
}

export function removeUnsentMessage(clientId: string): void {
  deviceStorage.write(storagePrefix + clientId, null);
  void offlineDatabase.remove("outbox", clientId).catch(() => undefined);
}

/** All stored unsent messages, of all people who used this browser. */
export async function readUnsentMessages(): Promise<QueuedMessage[]> {
  // Read `localStorage` before the database. A message leaves `localStorage` only after the database has it, so none is
  // missed.
  const localSends = readLocalStorage();
  const databaseSends = await offlineDatabase.all<QueuedMessage>("outbox").catch(() => []);
  const storedIds = new Set(databaseSends.map(({ client_id }) => client_id));
  return [...databaseSends, ...localSends.filter(({ client_id }) => !storedIds.has(client_id))];
}
