import type { Client } from "../live/service.ts";
import type { PresenceOnNode } from "./roster.ts";

/** Milliseconds that a person without a socket still counts as there: a page reloads, a network changes. */
const graceMs = 4_000;

/** A person with clients in this process. */
export interface LocalPerson {
  /** Whether somebody is at it, by client. */
  readonly clients: Map<Client, boolean>;
  /** Null until it was asked for. */
  hidden: boolean | null;
  /** When the last client left, in milliseconds since 1970; 0 where none did. */
  leftAt: number;
  announced: PresenceOnNode | null;
}

export const newcomer = (): LocalPerson => ({ clients: new Map(), hidden: null, leftAt: 0, announced: null });

/** How they stand at the moment `now`; null once they are gone. */
export function stateOf(
  { clients, hidden, leftAt, announced }: LocalPerson,
  now: number,
): PresenceOnNode | null {
  if (clients.size === 0 && leftAt <= now - graceMs) return null;
  if (hidden) return "hidden";
  if (clients.size === 0) return announced;
  return [...clients.values()].some(Boolean) ? "online" : "away";
}
