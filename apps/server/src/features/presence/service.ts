import { randomUUID } from "node:crypto";
import type { PersonPresence } from "@kakehashi/contract/live";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { type Clock, machineClock } from "./clock.ts";
import { Followers } from "./followers.ts";
import { createFollowing } from "./following.ts";
import { newcomer, type Present, standingOf } from "./present.ts";
import { Roster } from "./roster.ts";
import * as store from "./store.ts";
import { type Change, readReport, type Word } from "./words.ts";

/** Milliseconds over which changes are gathered: a thousand people coming back are one word on the bus. */
const gathering = 1_000;
/** Milliseconds between signs of life of a process. */
const beatInterval = 2_000;
/** Milliseconds of silence after which a process counts as dead, and its people as gone. */
export const nodePatience = 7_000;
/** Milliseconds between writes of "last seen" for people who stay: a process that dies loses no more than that. */
const writeInterval = 5 * 60_000;
/** People in one word on the bus: NATS carries up to 1 MB. */
const wordSize = 5_000;

const subject = "presence";

export interface PresenceOptions {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  bus: Bus;
  live: Pick<Live, "watchClients">;
  rooms: Pick<Rooms, "sharing">;
  /** The machine's own unless a test has another. */
  clock?: Clock;
}

/**
 * Who is there. Kept in the memory of every process and told over the bus; a client is told of those it follows, as far
 * as they share a room with its reader.
 */
export function createPresence(options: PresenceOptions) {
  const { db, events, bus, live, rooms, clock = machineClock } = options;
  const log = options.log.child({ feature: "presence" });
  const onError = (error: unknown) => log.error({ err: error }, "Telling of presence failed.");
  const { now } = clock;
  const node = randomUUID();
  const roster = new Roster();
  roster.begin(node, 0, now());
  const followers = new Followers();
  const here = new Map<string, Present>();
  /** Whose presence may be another than was told. */
  const unsettled = new Set<string>();
  /** When those were last there of whom it was heard since they left. */
  const lastSeen = new Map<string, number>();
  let count = 0;
  let beatAt = 0;
  let writtenAt = now();

  const say = (word: Word) => bus.publish(subject, JSON.stringify(word));

  function presenceOf(userId: string, seenAt: number | null): PersonPresence {
    const state = roster.standingOf(userId) ?? "offline";
    return {
      user_id: userId,
      state,
      last_seen_at: state === "offline" && seenAt !== null ? new Date(seenAt).toISOString() : null,
    };
  }

  const following = createFollowing({
    followers,
    sharing: rooms.sharing,
    isHere: (client) => here.get(client.userId)?.clients.has(client) ?? false,
    async presencesOf(userIds) {
      const known = await store.listLastSeen(db, userIds);
      return (id) => {
        const row = known.get(id);
        if (row?.hidden) return { user_id: id, state: "hidden", last_seen_at: null };
        return presenceOf(id, row?.seen_at?.getTime() ?? null);
      };
    },
    // What others were told of them may be a moment older, or newer.
    told: unsettle,
  });

  function unsettle(userIds: Iterable<string>): void {
    for (const userId of userIds) unsettled.add(userId);
  }

  function sayAll(): void {
    const changes = [...here].flatMap(([id, { announced }]): Change[] =>
      announced ? [[id, announced]] : [],
    );
    for (let start = 0; start === 0 || start < changes.length; start += wordSize) {
      const part = changes.slice(start, start + wordSize);
      say({ node, is: "all", count, first: start === 0, changes: part });
    }
  }

  function hear(word: Word): void {
    if (word.is === "parted") {
      void following.parted(word.userId).catch(onError);
    } else if (word.is === "settings") {
      const present = here.get(word.userId);
      if (present) present.hidden = null;
    } else if (word.node === node) return;
    else if (word.is === "ask") {
      if (word.of === node) sayAll();
    } else if (word.is === "beat") {
      if (!roster.hear(word.node, word.count, now())) say({ node, is: "ask", of: word.node });
    } else {
      if (word.is === "all" && word.first) unsettle(roster.begin(word.node, word.count, now()));
      const step = word.is === "all" ? -1 : word.count;
      unsettle(roster.change(word.node, step, word.changes));
      for (const [userId, standing] of word.changes) if (!standing) lastSeen.set(userId, now());
    }
  }

  /** Says what changed among the people here; of newcomers only once it is known whether they hide. */
  async function announce(): Promise<void> {
    const unknown = [...here].flatMap(([id, { hidden }]) => (hidden === null ? [id] : []));
    if (unknown.length > 0) {
      const hiding = new Set(await store.listHiding(db, unknown));
      for (const id of unknown) {
        const present = here.get(id);
        if (present) present.hidden = hiding.has(id);
      }
    }
    const changes: Change[] = [];
    const left = new Map<string, number>();
    for (const [id, present] of here) {
      if (present.hidden === null) continue;
      const standing = standingOf(present, now());
      if (!standing) {
        here.delete(id);
        if (!present.hidden) left.set(id, present.leftAt);
      }
      if (standing === present.announced) continue;
      present.announced = standing;
      changes.push([id, standing]);
    }
    for (const [id, at] of left) lastSeen.set(id, at);
    for (let start = 0; start < changes.length; start += wordSize) {
      const part = changes.slice(start, start + wordSize);
      say({ node, is: "changes", count: ++count, changes: part });
      unsettle(roster.change(node, count, part));
    }
    if (left.size > 0) await store.saveLastSeen(db, left);
  }

  function settle(): void {
    const changes: PersonPresence[] = [];
    for (const userId of unsettled) {
      const told = followers.toldOf(userId);
      if (!told) continue;
      const presence = presenceOf(userId, lastSeen.get(userId) ?? null);
      // Who hides has left as quietly as they were there.
      if (told.state === "hidden" && presence.state === "offline") continue;
      if (told.state !== presence.state) changes.push(presence);
    }
    unsettled.clear();
    lastSeen.clear();
    followers.tell(changes);
  }

  /** The people of a dead process were last seen when it was; the eldest by name of those that live writes it down. */
  async function bury(): Promise<void> {
    for (const { heardAt, people } of roster.expire(now() - nodePatience, node)) {
      const gone = people.filter((id) => roster.standingOf(id) === undefined);
      for (const id of gone) lastSeen.set(id, heardAt);
      unsettle(people);
      if (roster.nodes().sort()[0] === node)
        await store.saveLastSeen(db, new Map(gone.map((id) => [id, heardAt])));
    }
  }

  async function write(): Promise<void> {
    const time = now();
    const staying = [...here].flatMap(([id, { hidden }]): [string, number][] =>
      hidden === false ? [[id, time]] : [],
    );
    writtenAt = time;
    await store.saveLastSeen(db, new Map(staying));
  }

  async function tick(): Promise<void> {
    const time = now();
    if (time - beatAt >= beatInterval) {
      beatAt = time;
      say({ node, is: "beat", count });
    }
    try {
      await announce();
      await bury();
      if (time - writtenAt >= writeInterval) await write();
    } finally {
      settle();
    }
  }

  const endTicks = clock.every(gathering, () => tick().catch(onError));
  const end = bus.subscribe(subject, (payload) => hear(JSON.parse(payload)));

  events.on("MemberLeft", ({ userId }) => say({ node, is: "parted", userId }));
  // Somebody may have chosen to hide, or not to any more.
  events.on("SettingsChanged", ({ userId }) => say({ node, is: "settings", userId }));
  live.watchClients({
    arrived(client) {
      const present = here.get(client.userId) ?? newcomer();
      here.set(client.userId, present);
      present.clients.set(client, true);
    },

    left(client) {
      followers.forget(client);
      const present = here.get(client.userId);
      if (!present?.clients.delete(client)) return;
      if (present.clients.size === 0) present.leftAt = now();
    },

    reported(client, body) {
      const report = readReport(body);
      if (!report) return "That is no report of presence.";
      const present = here.get(client.userId);
      if (report.active !== undefined && present?.clients.has(client))
        present.clients.set(client, report.active);
      if (report.follow) void following.follow(client, report.follow).catch(onError);
      return null;
    },
  });

  return {
    async close(): Promise<void> {
      endTicks();
      end();
      await write().catch(onError);
    },
  };
}
