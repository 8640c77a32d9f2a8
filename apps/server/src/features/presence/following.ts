import type { PersonPresence } from "@kakehashi/contract/live";
import type { Client } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Followers } from "./followers.ts";

export interface FollowingParts {
  followers: Followers;
  /** Which of these pairs of people share a room. */
  sharing: Rooms["sharing"];
  /** Whether the client is still connected. */
  isConnected(client: Client): boolean;
  /**
   * Loads what is needed, and returns a function that gives each person's presence at the moment it is
   * called.
   */
  presencesOf(userIds: readonly string[]): Promise<(userId: string) => PersonPresence>;
  /** Called with the people whose presence a client was just sent. */
  onFollowed(userIds: readonly string[]): void;
}

/**
 * Decides who gets whose presence: a client gets the people that it shows and who share a room with its
 * reader.
 */
export function createFollowing({
  followers,
  sharing,
  isConnected,
  presencesOf,
  onFollowed,
}: FollowingParts) {
  /** The newest report of each client whose earlier report is still being processed. */
  const waiting = new Map<Client, readonly string[] | null>();
  let leavingCount = 0;

  async function followOnce(client: Client, userIds: readonly string[]): Promise<void> {
    followers.keepOnly(client, new Set(userIds));
    const fresh = [...new Set(userIds)].filter((id) => !followers.isFollowing(client, id));
    if (fresh.length === 0) return;
    const before = leavingCount;
    const [shared, presenceOf] = await Promise.all([
      sharing(
        fresh.map(() => client.userId),
        fresh,
      ),
      presencesOf(fresh),
    ]);
    if (!isConnected(client)) return;
    // Somebody left a room during the query, so its result may be outdated.
    if (leavingCount !== before) return followOnce(client, userIds);
    const people = shared.map(({ other_id }) => presenceOf(other_id));
    for (const presence of people) followers.follow(client, presence);
    onFollowed(people.map(({ user_id }) => user_id));
    if (people.length > 0) client.tell({ type: "PRESENCE", people });
  }

  return {
    /**
     * A client's reports are processed one at a time. Of those that arrive meanwhile only the newest counts.
     */
    async follow(client: Client, userIds: readonly string[]): Promise<void> {
      if (waiting.has(client)) {
        waiting.set(client, userIds);
        return;
      }
      waiting.set(client, null);
      try {
        for (let wanted: readonly string[] | null = userIds; wanted; wanted = waiting.get(client) ?? null) {
          waiting.set(client, null);
          await followOnce(client, wanted);
        }
      } finally {
        waiting.delete(client);
      }
    },

    /** Somebody left a room. Their followers who share no other room with them stop following. */
    async onMemberLeft(userId: string): Promise<void> {
      leavingCount++;
      const pairs = followers.pairsOf(userId);
      if (pairs.length === 0) return;
      const shared = await sharing(
        pairs.map(({ client }) => client.userId),
        pairs.map(({ other }) => other),
      );
      const kept = new Set(shared.map(({ user_id, other_id }) => `${user_id} ${other_id}`));
      for (const { client, other } of pairs) {
        if (!kept.has(`${client.userId} ${other}`)) followers.unfollow(client, other);
      }
    },
  };
}
