import type { PersonPresence } from "@kakehashi/contract/live";
import type { Client } from "../live/service.ts";

interface Followed {
  readonly clients: Set<Client>;
  /** What they were told last. */
  told: PersonPresence;
}

/** Whose presence the clients of this process show, and what each of them was told. */
export class Followers {
  readonly #followed = new Map<string, Followed>();
  readonly #follows = new Map<Client, Set<string>>();

  lastToldOf(userId: string): PersonPresence | undefined {
    return this.#followed.get(userId)?.told;
  }

  isFollowing(client: Client, userId: string): boolean {
    return this.#follows.get(client)?.has(userId) ?? false;
  }

  follow(client: Client, presence: PersonPresence): void {
    const { user_id } = presence;
    const followed = this.#followed.get(user_id) ?? { clients: new Set(), told: presence };
    this.#followed.set(user_id, followed);
    followed.clients.add(client);
    const own = this.#follows.get(client) ?? new Set();
    this.#follows.set(client, own.add(user_id));
  }

  unfollow(client: Client, userId: string): void {
    this.#follows.get(client)?.delete(userId);
    const followed = this.#followed.get(userId);
    followed?.clients.delete(client);
    if (followed?.clients.size === 0) this.#followed.delete(userId);
  }

  /** Keeps of what a client follows only these. */
  keepOnly(client: Client, userIds: ReadonlySet<string>): void {
    for (const id of [...(this.#follows.get(client) ?? [])]) if (!userIds.has(id)) this.unfollow(client, id);
  }

  removeClient(client: Client): void {
    this.keepOnly(client, new Set());
    this.#follows.delete(client);
  }

  /** Who follows this person, and whom this person's own clients follow. */
  pairsOf(userId: string): { client: Client; other: string }[] {
    const following = [...(this.#followed.get(userId)?.clients ?? [])].map((client) => ({
      client,
      other: userId,
    }));
    const followed = [...this.#follows].flatMap(([client, others]) =>
      client.userId === userId ? [...others].map((other) => ({ client, other })) : [],
    );
    return [...following, ...followed];
  }

  /** Tells each client, in one event, of all those it follows. */
  tell(changes: readonly PersonPresence[]): void {
    const events = new Map<Client, PersonPresence[]>();
    for (const presence of changes) {
      const followed = this.#followed.get(presence.user_id);
      if (!followed) continue;
      followed.told = presence;
      for (const client of followed.clients) {
        const people = events.get(client);
        if (people) people.push(presence);
        else events.set(client, [presence]);
      }
    }
    for (const [client, people] of events) client.tell({ type: "PRESENCE", people });
  }
}
