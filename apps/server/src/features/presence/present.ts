import type { Client } from "../live/service.ts";
import type { PresenceOnNode } from "./roster.ts";

/**
 * Milliseconds for which a person without a socket still counts as online, because a page may reload or the
 * network change.
 */
const disconnectGraceMs = 4_000;

/** A person with clients connected to this process. */
export interface LocalPerson {
  /** For each client, whether somebody is using the device. */
  readonly clients: Map<Client, boolean>;
  /** Whether the person hides their presence. Null until this setting is loaded. */
  isHidden: boolean | null;
  /** When the person's last client disconnected, in milliseconds since 1970. 0: never. */
  leftAt: number;
  announcedPresence: PresenceOnNode | null;
}

export const createLocalPerson = (): LocalPerson => ({
  clients: new Map(),
  isHidden: null,
  leftAt: 0,
  announcedPresence: null,
});

/** Returns the person's presence at the time `now`. Null if the person is offline. */
export function currentPresence(
  { clients, isHidden, leftAt, announcedPresence: lastAnnounced }: LocalPerson,
  now: number,
): PresenceOnNode | null {
  if (clients.size === 0 && leftAt <= now - disconnectGraceMs) return null;
  if (isHidden) return "hidden";
  if (clients.size === 0) return lastAnnounced;
  return [...clients.values()].some(Boolean) ? "online" : "away";
}
