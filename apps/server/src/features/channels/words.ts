import type { StoredEvent } from "./event-store.ts";

const lines = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join("\n");

/** Returns what a person wrote or sent, as text. A place becomes a link to a map. */
export function wordsOf(event: Extract<StoredEvent, { type: "message" | "echo" }>): string {
  const location = event.type === "message" ? event.location : null;
  const place =
    location && `https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}`;
  return lines(event.text, ...event.attachments.map(({ name, address }) => lines(name, address)), place);
}
