import type { PersonPresence } from "@kakehashi/contract/live";
import type { LiveClient } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { PresenceFollowers } from "./followers.ts";

export interface FollowingDependencies {
  followers: PresenceFollowers;
  /** Returns which of the given pairs of people share a room. */
  listPairsSharingRoom: Rooms["listPairsSharingRoom"];
  /** Whether the client is still connected. */
  isConnected(client: LiveClient): boolean;
  /**
   * Loads the presence of these people. The returned function gives the presence of one of them at the time when it is
   * called.
   */
  loadPresenceLookup(userIds: readonly string[]): Promise<(userId: string) => PersonPresence>;
  /** Called with the ids of the people whom a client now follows. */
  onFollowed(userIds: readonly string[]): void;
}

/**
 * Decides whose presence a client gets: the people whom the client shows, if they share a room with the client's user.
 */
export function createFollowing({
  followers,
  listPairsSharingRoom,
  isConnected,
  loadPresenceLookup: presencesOf,
  onFollowed,
}: FollowingDependencies) {
  /**
   * The clients whose report of the people they show is being handled now. The value is the newest report that the
   * client has sent in the meantime. Null if the client has sent none.
   */
  const waitingReports = new Map<LiveClient, readonly string[] | null>();
  let memberLeaveCount = 0;

  async function updateFollowed(client: LiveClient, userIds: readonly string[]): Promise<void> {
    followers.unfollowOthers(client, new Set(userIds));
    const newUserIds = [...new Set(userIds)].filter((id) => !followers.isFollowing(client, id));
    if (newUserIds.length === 0) return;
    const memberLeaveCountBefore = memberLeaveCount;
    const [sharedUserIds, presenceOf] = await Promise.all([
      listPairsSharingRoom(
        newUserIds.map(() => client.userId),
        newUserIds,
      ),
      presencesOf(newUserIds),
    ]);
    if (!isConnected(client)) return;
    // Somebody left a room during the query, so the result may be outdated. The query is repeated.
    if (memberLeaveCount !== memberLeaveCountBefore) return updateFollowed(client, userIds);
    const people = sharedUserIds.map(({ other_id }) => presenceOf(other_id));
    for (const presence of people) followers.follow(client, presence);
    onFollowed(people.map(({ user_id }) => user_id));
    if (people.length > 0) client.sendEvent({ type: "PRESENCE", people });
  }

  return {
    /**
     * Handles a client's report of the people whom it shows. If further reports arrive in the meantime, only the newest
     * is kept and handled next.
     */
    async follow(client: LiveClient, userIds: readonly string[]): Promise<void> {
      if (waitingReports.has(client)) {
        waitingReports.set(client, userIds);
        return;
      }
      waitingReports.set(client, null);
      try {
        for (
          let nextUserIds: readonly string[] | null = userIds;
          nextUserIds;
          nextUserIds = waitingReports.get(client) ?? null
        ) {
          waitingReports.set(client, null);
          await updateFollowed(client, nextUserIds);
        }
      } finally {
        waitingReports.delete(client);
      }
    },

    /** Called after a person left a room. People who now share no room with this person stop following each other. */
    async onMemberLeft(userId: string): Promise<void> {
      memberLeaveCount++;
      const pairs = followers.listPairsToRecheck(userId);
      if (pairs.length === 0) return;
      const sharedPairs = await listPairsSharingRoom(
        pairs.map(({ client }) => client.userId),
        pairs.map(({ followedId }) => followedId),
      );
      const pairsStillSharing = new Set(sharedPairs.map(({ user_id, other_id }) => `${user_id} ${other_id}`));
      for (const { client, followedId } of pairs) {
        if (!pairsStillSharing.has(`${client.userId} ${followedId}`)) followers.unfollow(client, followedId);
      }
    },
  };
}
