import { database } from "../../../kit/database.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import type { Waiting } from "./outbox.ts";

// What waits to be sent lies in the browser's database. A write there takes a moment, and a page that is reloaded in that
// moment loses it. So the words lie in `localStorage` as well, which takes them at once, until the database has them.
// A browser without a database keeps them there alone.

const prefix = "unsent ";

function written(): Waiting[] {
  try {
    return deviceStorage.names(prefix).map((name) => JSON.parse(deviceStorage.read(name) ?? ""));
  } catch {
    return [];
  }
}

/** Keeps a send, or what has changed in it. A browser that can store nothing keeps it as long as the page is open. */
export function keepSend(waiting: Waiting): void {
  const name = prefix + waiting.client_id;
  // Without its files the message would be another one.
  if (!waiting.local?.length) deviceStorage.write(name, JSON.stringify(waiting));
  void database.put("outbox", waiting).then(
    () => deviceStorage.write(name, null),
    () => undefined,
  );
}

export function forgetSend(clientId: string): void {
  deviceStorage.write(prefix + clientId, null);
  void database.remove("outbox", clientId).catch(() => undefined);
}

/** Every send that this browser keeps, of whoever wrote it. */
export async function keptSends(): Promise<Waiting[]> {
  // Read first: an entry goes from here once the database has it.
  const early = written();
  const stored = await database.all<Waiting>("outbox").catch(() => []);
  const known = new Set(stored.map(({ client_id }) => client_id));
  return [...stored, ...early.filter(({ client_id }) => !known.has(client_id))];
}
