import { frameTimeoutMs, maximumSilenceMs } from "@kakehashi/contract/live";
import type { Bus } from "../../kit/bus.ts";
import { chooseSlowestClients } from "./backlog.ts";
import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import type { SessionSource } from "./parts.ts";

/** Milliseconds between checks for silent clients. */
export const silenceCheckIntervalMs = 1_000;
/**
 * Milliseconds between checks in the database of who is still signed in and in which rooms, while the message
 * bus is down.
 */
const sessionCheckWithoutBusMs = 10_000;
/**
 * Milliseconds between checks of sessions and rooms in the database while the message bus is up. Another process may
 * have lost the bus and then cannot report removed members.
 */
const sessionCheckWithBusMs = 60_000;

interface ConnectionCheckDependencies {
  /** The open connections of this process. The caller adds and removes them. */
  readonly connections: ReadonlySet<Connection>;
  readonly hub: Hub;
  readonly sessions: SessionSource;
  readonly bus: Bus;
}

/**
 * Checks all connections every second. Sends heart-beats that are due. Drops clients that are silent, that never finish
 * a frame, or that are too far behind. From time to time asks the database who is still signed in and in which rooms.
 */
export function startConnectionChecks({ connections, hub, sessions, bus }: ConnectionCheckDependencies) {
  let isCheckRunning = false;
  let lastCheckAt = Date.now() - sessionCheckWithoutBusMs;
  let slowDroppedCount = 0;
  let lastSilenceCheckAt = Date.now();

  /**
   * Checks in the database whose sessions have ended and who is in which rooms. While the message bus is down, other
   * processes cannot report such changes.
   */
  async function recheckSessions(): Promise<void> {
    for (const connection of connections) {
      const { session } = connection;
      if (session && !(await sessions.isLive(session.sessionId))) connection.fail("Your session has ended.");
    }
    await hub.reloadRooms();
  }

  function isCheckDue(now: number): boolean {
    if (!bus.isReachable()) return now - lastCheckAt >= sessionCheckWithoutBusMs;
    return !bus.subscribesAtOnce && now - lastCheckAt >= sessionCheckWithBusMs;
  }

  /**
   * Drops the clients that are too far behind. If `ignoresStallTime` is true, this process was too busy to send, so the
   * time for which clients stalled does not count.
   */
  function dropSlowestClients(now: number, ignoresStallTime: boolean): void {
    const backlogs = [...connections].flatMap((connection) => {
      const backlog = connection.backlog(now, hub.totalMessageBytes);
      const person = connection.session?.userId ?? "";
      return backlog
        ? [{ ...backlog, stalledMs: ignoresStallTime ? 0 : backlog.stalledMs, person, connection }]
        : [];
    });
    for (const { connection } of chooseSlowestClients(backlogs)) {
      connection.terminate();
      slowDroppedCount++;
    }
  }

  const checkTimer = setInterval(() => {
    const now = Date.now();
    // If this process was busy, it may not have read the clients' data yet, so their silence does not count.
    const processWasBusy = now - lastSilenceCheckAt > 2 * silenceCheckIntervalMs;
    lastSilenceCheckAt = now;
    if (!isCheckRunning && isCheckDue(now)) {
      lastCheckAt = now;
      isCheckRunning = true;
      // The check also fails if the database is down. The next check tries again.
      void recheckSessions()
        .catch(() => {})
        .finally(() => {
          isCheckRunning = false;
        });
    }
    for (const connection of connections) {
      const clientSilenceLimitMs = connection.heartBeat?.silenceLimitMs ?? maximumSilenceMs;
      if (!processWasBusy && connection.lastReceivedAt < now - clientSilenceLimitMs) connection.terminate();
      else if (!processWasBusy && connection.frameBeganAt < now - frameTimeoutMs)
        connection.fail("The frame did not end in time.");
      else connection.checkHeartBeat(now, silenceCheckIntervalMs);
    }
    dropSlowestClients(now, processWasBusy);
  }, silenceCheckIntervalMs);
  checkTimer.unref();

  return {
    /** The number of clients dropped so far because they read too slowly. */
    slowDroppedCount: () => slowDroppedCount,
    /** Stops the periodic checks of the connections. */
    stop: () => clearInterval(checkTimer),
  };
}
