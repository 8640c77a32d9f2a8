import type { Client } from "../live/service.ts";
import type { Standing } from "./roster.ts";

/** Milliseconds that a person without a socket still counts as there: a page reloads, a network changes. */
const grace = 4_000;

/** A person with clients in this process. */
export interface Present {
  /** Whether somebody is at it, by client. */
  readonly clients: Map<Client, boolean>;
  /** Null until it was asked for. */
  hidden: boolean | null;
  /** When the last client left, in milliseconds since 1970; 0 where none did. */
  leftAt: number;
  announced: Standing | null;
}

export const newcomer = (): Present => ({ clients: new Map(), hidden: null, leftAt: 0, announced: null });

/** How they stand at the moment `now`; null once they are gone. */
export function standingOf({ clients, hidden, leftAt, announced }: Present, now: number): Standing | null {
  if (clients.size === 0 && leftAt <= now - grace) return null;
  if (hidden) return "hidden";
  if (clients.size === 0) return announced;
  return [...clients.values()].some(Boolean) ? "online" : "away";
}
