import { createHash } from "node:crypto";
import type { OpenEvent } from "./event-store.ts";

/** The same words always give the same id. */
function idOf(words: string): string {
  const hex = createHash("sha256").update(words).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Key = Pick<OpenEvent, "page_id" | "event">;

/** The id of the message that an event becomes, so that an event that comes twice is one message. */
export const clientIdOf = ({ page_id, event }: Key): string => idOf(`${page_id} ${event.key}`);

/** The id of a file that an event carries, so that a file that is fetched twice is one file. */
export const fileIdOf = (event: Key, position: number): string => idOf(`${clientIdOf(event)} ${position}`);
