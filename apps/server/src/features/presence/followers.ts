import type { PersonPresence } from "@kakehashi/contract/live";
import type { LiveClient } from "../live/service.ts";

interface FollowedPerson {
  readonly clients: Set<LiveClient>;
  /** The presence of this person that was last sent to the clients. */
  lastSentPresence: PersonPresence;
}

/**
 * Stores whom each client of this process follows (whose presence the client shows), and the presence of each followed
 * person that was last sent to clients.
 */
export class PresenceFollowers {
  readonly followedPersonByUserId = new Map<string, FollowedPerson>();
  readonly #followedByClient = new Map<LiveClient, Set<string>>();

  lastSentPresenceOf(userId: string): PersonPresence | undefined {
    return this.followedPersonByUserId.get(userId)?.lastSentPresence;
  }

  isFollowing(client: LiveClient, userId: string): boolean {
    return this.#followedByClient.get(client)?.has(userId) ?? false;
  }

  follow(client: LiveClient, presence: PersonPresence): void {
    const { user_id } = presence;
    const followedPerson = this.followedPersonByUserId.get(user_id) ?? {
      clients: new Set(),
      lastSentPresence: presence,
    };
    this.followedPersonByUserId.set(user_id, followedPerson);
    followedPerson.clients.add(client);
    const followedIds = this.#followedByClient.get(client) ?? new Set();
    this.#followedByClient.set(client, followedIds.add(user_id));
  }

  unfollow(client: LiveClient, userId: string): void {
    this.#followedByClient.get(client)?.delete(userId);
    const followedPerson = this.followedPersonByUserId.get(userId);
    followedPerson?.clients.delete(client);
    if (followedPerson?.clients.size === 0) this.followedPersonByUserId.delete(userId);
  }

  /** The client stops following everybody who is not in `userIds`. */
  unfollowOthers(client: LiveClient, userIds: ReadonlySet<string>): void {
    for (const id of [...(this.#followedByClient.get(client) ?? [])])
      if (!userIds.has(id)) this.unfollow(client, id);
  }

  removeClient(client: LiveClient): void {
    this.unfollowOthers(client, new Set());
    this.#followedByClient.delete(client);
  }

  /**
   * Lists whose presence must be checked again when this person's rooms change, as pairs of a client and a followed
   * person. The pairs contain the clients that follow this person, and the people whom this person's own clients
   * follow.
   */
  listPairsToRecheck(userId: string): { client: LiveClient; followedId: string }[] {
    const followerPairs = [...(this.followedPersonByUserId.get(userId)?.clients ?? [])].map((client) => ({
      client,
      followedId: userId,
    }));
    const ownPairs = [...this.#followedByClient].flatMap(([client, followedIds]) =>
      client.userId === userId ? [...followedIds].map((followedId) => ({ client, followedId })) : [],
    );
    return [...followerPairs, ...ownPairs];
  }

  /** Sends each client one event with the changed presence of the people whom the client follows. */
  sendChanges(changes: readonly PersonPresence[]): void {
    const events = new Map<LiveClient, PersonPresence[]>();
    for (const presence of changes) {
      const followedPerson = this.followedPersonByUserId.get(presence.user_id);
      if (!followedPerson) continue;
      followedPerson.lastSentPresence = presence;
      for (const client of followedPerson.clients) {
        const people = events.get(client);
        if (people) people.push(presence);
        else events.set(client, [presence]);
      }
    }
    for (const [client, people] of events) client.sendEvent({ type: "PRESENCE", people });
  }
}
