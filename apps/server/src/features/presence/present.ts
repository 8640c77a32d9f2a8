import type { LiveClient } from "../live/service.ts";
import type { ConnectedPersonState } from "./roster.ts";

/**
 * Milliseconds for which a person still counts as online after their last socket closed. The page may be reloading, or
 * the device changing its network.
 */
const disconnectGraceMs = 4_000;

/** A person who is connected to this process. */
export interface LocalPerson {
  /** The person's clients. The value is true while somebody is using the client's device. */
  readonly clients: Map<LiveClient, boolean>;
  /** Whether the person hides their presence. Null until the setting is read from the database. */
  isHidden: boolean | null;
  /** When the person's last client disconnected, in milliseconds since 1970. 0 if none has disconnected. */
  leftAt: number;
  announcedPresence: ConnectedPersonState | null;
}

export const createLocalPerson = (): LocalPerson => ({
  clients: new Map(),
  isHidden: null,
  leftAt: 0,
  announcedPresence: null,
});

/** Returns the person's presence at the time `now`. Null if the person is offline. */
export function computeCurrentPresence(
  { clients, isHidden, leftAt, announcedPresence: lastAnnounced }: LocalPerson,
  now: number,
): ConnectedPersonState | null {
  if (clients.size === 0 && leftAt <= now - disconnectGraceMs) return null;
  if (isHidden) return "hidden";
  if (clients.size === 0) return lastAnnounced;
  return [...clients.values()].some(Boolean) ? "online" : "away";
}
