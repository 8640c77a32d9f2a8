import { randomUUID } from "node:crypto";
import { type PersonPresence, presenceDestination } from "@kakehashi/contract/live";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { type ReplaceableClock, systemClock } from "./clock.ts";
import { PresenceFollowers } from "./followers.ts";
import { createFollowing } from "./following.ts";
import { LocalPeople } from "./local-people.ts";
import { PresenceRoster } from "./roster.ts";
import * as store from "./store.ts";
import { type PresenceBusMessage, parseClientPresenceReport } from "./words.ts";

/**
 * Milliseconds during which changes are collected, so that a thousand people who reconnect cause only one bus message.
 */
const tickMs = 1_000;
/** Milliseconds between two heartbeats of a process. */
const heartBeatIntervalMs = 2_000;
/** Milliseconds of silence after which a process counts as stopped. Its people then count as offline. */
export const nodeTimeoutMs = 7_000;
/**
 * Milliseconds between two writes of the "last seen" times of connected people. If a process crashes, these times are
 * at most this old.
 */
const writeIntervalMs = 5 * 60_000;
/** Maximum number of people in one bus message. NATS limits a message to 1 MB. */
const peoplePerBusMessage = 5_000;

const busSubject = "presence";

export interface PresenceOptions {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  bus: Bus;
  live: Pick<Live, "watchClients">;
  rooms: Pick<Rooms, "listPairsSharingRoom">;
  /** The clock. Only tests set this; otherwise the system clock is used. */
  clock?: ReplaceableClock;
}

/**
 * Tracks who is online. Every process keeps the presence of all people in memory, and the message bus tells it of
 * changes. A client gets the presence of the people whom it follows, if they share a room with the client's user.
 */
export function createPresence(options: PresenceOptions) {
  const { db, events, bus, live, rooms, clock = systemClock } = options;
  const log = options.log.child({ feature: "presence" });
  const onError = (error: unknown) => log.error({ err: error }, "Telling of presence failed.");
  const { now } = clock;
  const nodeId = randomUUID();
  const roster = new PresenceRoster();
  roster.resetNode(nodeId, 0, now());
  const followers = new PresenceFollowers();
  const localPeople = new LocalPeople();
  /**
   * People whose presence may have changed since it was last sent to clients. The timer's next run compares their
   * presence with what was last sent, and sends the differences.
   */
  const possiblyChangedIds = new Set<string>();
  /**
   * The times at which people went offline. The timer's next run sends them to clients together with the new presence,
   * and then clears them.
   */
  const lastSeenTimes = new Map<string, number>();
  let changeCount = 0;
  let lastHeartBeatAt = 0;
  let lastWriteAt = now();

  const publishMessage = (busMessage: PresenceBusMessage) =>
    bus.publish(busSubject, JSON.stringify(busMessage));

  function presenceOf(userId: string, seenAt: number | null): PersonPresence {
    const state = roster.stateOf(userId) ?? "offline";
    return {
      user_id: userId,
      state,
      last_seen_at: state === "offline" && seenAt !== null ? new Date(seenAt).toISOString() : null,
    };
  }

  const following = createFollowing({
    followers,
    listPairsSharingRoom: rooms.listPairsSharingRoom,
    isConnected: (client) => localPeople.isConnected(client),
    async loadPresenceLookup(userIds) {
      const lastSeenRows = await store.listLastSeen(db, userIds);
      return (id) => {
        const row = lastSeenRows.get(id);
        if (row?.hidden) return { user_id: id, state: "hidden", last_seen_at: null };
        return presenceOf(id, row?.seen_at?.getTime() ?? null);
      };
    },
    // When a client begins to follow a person, it gets the person's current state. Other followers may still show an
    // older state, so all followers are told of the current one.
    onFollowed: markChanged,
  });

  function markChanged(userIds: Iterable<string>): void {
    for (const userId of userIds) possiblyChangedIds.add(userId);
  }

  function publishAllPresences(): void {
    const changes = localPeople.listAnnouncedPresences();
    for (let start = 0; start === 0 || start < changes.length; start += peoplePerBusMessage) {
      const batch = changes.slice(start, start + peoplePerBusMessage);
      publishMessage({ node: nodeId, is: "all", count: changeCount, first: start === 0, changes: batch });
    }
  }

  function onBusMessage(busMessage: PresenceBusMessage): void {
    if (busMessage.is === "parted") {
      void following.onMemberLeft(busMessage.userId).catch(onError);
    } else if (busMessage.is === "settings") {
      localPeople.forgetHiding(busMessage.userId);
    } else if (busMessage.node === nodeId) return;
    else if (busMessage.is === "ask") {
      if (busMessage.of === nodeId) publishAllPresences();
    } else if (busMessage.is === "beat") {
      if (!roster.recordHeartbeat(busMessage.node, busMessage.count, now()))
        publishMessage({ node: nodeId, is: "ask", of: busMessage.node });
    } else {
      if (busMessage.is === "all" && busMessage.first)
        markChanged(roster.resetNode(busMessage.node, busMessage.count, now()));
      const changeNumber = busMessage.is === "all" ? -1 : busMessage.count;
      markChanged(roster.applyChanges(busMessage.node, changeNumber, busMessage.changes));
      for (const [userId, presence] of busMessage.changes) if (!presence) lastSeenTimes.set(userId, now());
    }
  }

  /**
   * Sends presence changes of this process's people to the other processes. Leaves out new people until it is known
   * whether they hide their presence.
   */
  async function announceChanges(): Promise<void> {
    const newUserIds = localPeople.listIdsWithUnknownHiding();
    if (newUserIds.length > 0)
      localPeople.setHiding(newUserIds, new Set(await store.listUserIdsHidingPresence(db, newUserIds)));
    const { changes, offlineTimes } = localPeople.takeChanges(now());
    for (const [id, offlineMs] of offlineTimes) lastSeenTimes.set(id, offlineMs);
    for (let start = 0; start < changes.length; start += peoplePerBusMessage) {
      const batch = changes.slice(start, start + peoplePerBusMessage);
      publishMessage({ node: nodeId, is: "changes", count: ++changeCount, changes: batch });
      markChanged(roster.applyChanges(nodeId, changeCount, batch));
    }
    if (offlineTimes.size > 0) await store.saveLastSeen(db, offlineTimes);
  }

  function sendChanges(): void {
    const changes: PersonPresence[] = [];
    for (const userId of possiblyChangedIds) {
      const lastSent = followers.lastSentPresenceOf(userId);
      if (!lastSent) continue;
      const presence = presenceOf(userId, lastSeenTimes.get(userId) ?? null);
      // Clients show a person who hides their presence as offline all the time. So when this person goes offline, no
      // event is needed.
      if (lastSent.state === "hidden" && presence.state === "offline") continue;
      if (lastSent.state !== presence.state) changes.push(presence);
    }
    possiblyChangedIds.clear();
    lastSeenTimes.clear();
    followers.sendChanges(changes);
  }

  /**
   * Stores when the people of a crashed process were last seen, which is the time of the last message from the process.
   * Only the running process with the smallest id does this, so that it is done once.
   */
  async function storeLastSeenOfDeadNodes(): Promise<void> {
    for (const { lastHeardAt, people } of roster.removeSilentNodes(now() - nodeTimeoutMs, nodeId)) {
      const offlineUserIds = people.filter((id) => roster.stateOf(id) === undefined);
      for (const id of offlineUserIds) lastSeenTimes.set(id, lastHeardAt);
      markChanged(people);
      if (roster.nodeIds().sort()[0] === nodeId)
        await store.saveLastSeen(db, new Map(offlineUserIds.map((id) => [id, lastHeardAt])));
    }
  }

  async function saveLastSeenOfOnline(): Promise<void> {
    const time = now();
    lastWriteAt = time;
    await store.saveLastSeen(db, new Map(localPeople.listIdsNotHiding().map((id) => [id, time])));
  }

  async function runTick(): Promise<void> {
    const time = now();
    if (time - lastHeartBeatAt >= heartBeatIntervalMs) {
      lastHeartBeatAt = time;
      publishMessage({ node: nodeId, is: "beat", count: changeCount });
    }
    try {
      await announceChanges();
      await storeLastSeenOfDeadNodes();
      if (time - lastWriteAt >= writeIntervalMs) await saveLastSeenOfOnline();
    } finally {
      sendChanges();
    }
  }

  const stopTicking = clock.runEvery(tickMs, () => runTick().catch(onError));
  const unsubscribe = bus.subscribe(busSubject, (payload) => onBusMessage(JSON.parse(payload)));

  events.on("MemberLeft", ({ userId }) => publishMessage({ node: nodeId, is: "parted", userId }));
  // The person may have changed whether they hide their presence, so all processes read the setting again.
  events.on("SettingsChanged", ({ userId }) => publishMessage({ node: nodeId, is: "settings", userId }));
  live.watchClients({
    stompReportDestination: presenceDestination,
    onConnect(client) {
      localPeople.connect(client);
    },

    onDisconnect(client) {
      followers.removeClient(client);
      localPeople.disconnect(client, now());
    },

    onReport(client, body) {
      const report = parseClientPresenceReport(body);
      if (!report) return "That is no report of presence.";
      if (report.active !== undefined) localPeople.setActive(client, report.active);
      if (report.follow) void following.follow(client, report.follow).catch(onError);
      return null;
    },
  });

  return {
    async close(): Promise<void> {
      stopTicking();
      unsubscribe();
      await saveLastSeenOfOnline().catch(onError);
    },
  };
}
