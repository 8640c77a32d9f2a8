import { frameTimeoutMs, maximumSilenceMs } from "@kakehashi/contract/live";
import type { Bus } from "../../kit/bus.ts";
import { chooseClientsToDisconnect } from "./backlog.ts";
import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import type { SessionSource } from "./parts.ts";

/** Milliseconds between checks whether clients are silent. */
export const silenceCheckIntervalMs = 1_000;
/** Milliseconds between database queries for ended sessions and changed room members while the message bus is down. */
const sessionCheckWithoutBusMs = 10_000;
/**
 * Milliseconds between database queries for ended sessions and changed room members while the message bus is up. These
 * queries are needed because another process may have lost the bus, and then its changes are not published.
 */
const sessionCheckWithBusMs = 60_000;

interface ConnectionCheckDependencies {
  /** The open connections of this process. The caller updates this set. */
  readonly connections: ReadonlySet<Connection>;
  readonly hub: Hub;
  readonly sessions: SessionSource;
  readonly bus: Bus;
}

/**
 * Checks all connections every second. Sends heart-beats that are due. Disconnects clients that are silent, that never
 * finish a frame, or that have too much unsent data. At longer intervals, queries the database for ended sessions and
 * changed room members.
 */
export function startConnectionChecks({ connections, hub, sessions, bus }: ConnectionCheckDependencies) {
  let isCheckRunning = false;
  let lastCheckAt = Date.now() - sessionCheckWithoutBusMs;
  let droppedClientCount = 0;
  let lastSilenceCheckAt = Date.now();

  /**
   * Queries the database for ended sessions and for each user's rooms. While the message bus is down, other processes
   * cannot publish such changes.
   */
  async function recheckSessions(): Promise<void> {
    for (const connection of connections) {
      const { session } = connection;
      if (session && !(await sessions.isActive(session.sessionId)))
        connection.closeWithError("Your session has ended.");
    }
    await hub.reloadRooms();
  }

  function isCheckDue(now: number): boolean {
    if (!bus.isReachable()) return now - lastCheckAt >= sessionCheckWithoutBusMs;
    return !bus.subscribesAtOnce && now - lastCheckAt >= sessionCheckWithBusMs;
  }

  /**
   * Disconnects the clients with too much unsent data. With `ignoresStallTime`, the time for which clients have stalled
   * does not count, because this process was too busy to send.
   */
  function dropSlowestClients(now: number, ignoresStallTime: boolean): void {
    const backlogs = [...connections].flatMap((connection) => {
      const backlog = connection.measureBacklog(now, hub.messageBytesQueuedSoFar);
      const person = connection.session?.userId ?? "";
      return backlog
        ? [{ ...backlog, stalledMs: ignoresStallTime ? 0 : backlog.stalledMs, person, connection }]
        : [];
    });
    for (const { connection } of chooseClientsToDisconnect(backlogs)) {
      connection.terminate();
      droppedClientCount++;
    }
  }

  const checkTimer = setInterval(() => {
    const now = Date.now();
    // If this process was busy, clients may have sent data that it has not read yet. So their silence does not count.
    const wasProcessBusy = now - lastSilenceCheckAt > 2 * silenceCheckIntervalMs;
    lastSilenceCheckAt = now;
    if (!isCheckRunning && isCheckDue(now)) {
      lastCheckAt = now;
      isCheckRunning = true;
      // The query also fails while the database is down. The next check repeats it.
      void recheckSessions()
        .catch(() => {})
        .finally(() => {
          isCheckRunning = false;
        });
    }
    for (const connection of connections) {
      const clientSilenceLimitMs = connection.heartBeat?.silenceLimitMs ?? maximumSilenceMs;
      if (!wasProcessBusy && connection.lastReceivedAt < now - clientSilenceLimitMs) connection.terminate();
      else if (!wasProcessBusy && connection.frameBeganAt < now - frameTimeoutMs)
        connection.closeWithError("The frame did not end in time.");
      else connection.sendDueHeartBeats(now, silenceCheckIntervalMs);
    }
    dropSlowestClients(now, wasProcessBusy);
  }, silenceCheckIntervalMs);
  checkTimer.unref();

  return {
    /** The number of clients that were disconnected so far because they read too slowly. */
    slowDroppedCount: () => droppedClientCount,
    stop: () => clearInterval(checkTimer),
  };
}
