import { database } from "../../../kit/database.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import type { QueuedSend } from "./outbox.ts";

// What waits to be sent lies in the browser's database. A write there takes a moment, and a page that is reloaded in that
// moment loses it. So the words lie in `localStorage` as well, which takes them at once, until the database has them.
// A browser without a database keeps them there alone.

const prefix = "unsent ";

function readLocalStorage(): QueuedSend[] {
  try {
    return deviceStorage.names(prefix).map((name) => JSON.parse(deviceStorage.read(name) ?? ""));
  } catch {
    return [];
  }
}

/** Keeps a send, or what has changed in it. A browser that can store nothing keeps it as long as the page is open. */
export function storeSend(queued: QueuedSend): void {
  const name = prefix + queued.client_id;
  // Without its files the message would be another one.
  if (!queued.local?.length) deviceStorage.write(name, JSON.stringify(queued));
  void database.put("outbox", queued).then(
    () => deviceStorage.write(name, null),
    () => undefined,
  );
}

export function removeSend(clientId: string): void {
  deviceStorage.write(prefix + clientId, null);
  void database.remove("outbox", clientId).catch(() => undefined);
}

/** Every send that this browser keeps, of whoever wrote it. */
export async function storedSends(): Promise<QueuedSend[]> {
  // Read first: an entry goes from here once the database has it.
  const local = readLocalStorage();
  const stored = await database.all<QueuedSend>("outbox").catch(() => []);
  const storedIds = new Set(stored.map(({ client_id }) => client_id));
  return [...stored, ...local.filter(({ client_id }) => !storedIds.has(client_id))];
}
