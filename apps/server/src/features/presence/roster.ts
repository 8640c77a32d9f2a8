/** What one process says of a person who is there; of the others it says nothing. */
export type PresenceOnNode = "online" | "away" | "hidden";

interface Node {
  lastHeardAt: number;
  /** Of the last word taken from it: a gap means that one got lost. */
  count: number;
  readonly people: Map<string, PresenceOnNode>;
}

const rank = { away: 1, online: 2, hidden: 3 } as const satisfies Record<PresenceOnNode, number>;

/**
 * Who is at which process, as far as this one has heard. Pure data, without a clock or a bus: a process that falls
 * silent is dropped with its people, one of which words got lost is asked to begin again.
 */
export class Roster {
  readonly #nodes = new Map<string, Node>();

  /** Over all processes; undefined for who is at none. */
  stateOf(userId: string): PresenceOnNode | undefined {
    let best: PresenceOnNode | undefined;
    for (const { people } of this.#nodes.values()) {
      const standing = people.get(userId);
      if (standing && (!best || rank[standing] > rank[best])) best = standing;
    }
    return best;
  }

  nodes(): string[] {
    return [...this.#nodes.keys()];
  }

  /** Answers whether every word before this one was heard. */
  beat(node: string, count: number, now: number): boolean {
    const known = this.#nodes.get(node);
    if (!known) return false;
    known.lastHeardAt = now;
    return known.count === count;
  }

  /** Takes one word of changes; a word out of turn is taken too, and shows at the next beat. Answers whom it is about. */
  change(
    node: string,
    count: number,
    changes: readonly (readonly [string, PresenceOnNode | null])[],
  ): string[] {
    const known = this.#nodes.get(node);
    if (!known) return [];
    if (count === known.count + 1) known.count = count;
    for (const [userId, standing] of changes) {
      if (standing) known.people.set(userId, standing);
      else known.people.delete(userId);
    }
    return changes.map(([userId]) => userId);
  }

  /** Begins a process anew, or at its first word. Answers whom it may have said something else of. */
  begin(node: string, count: number, now: number): string[] {
    const before = this.#nodes.get(node)?.people.keys() ?? [];
    this.#nodes.set(node, { lastHeardAt: now, count, people: new Map() });
    return [...before];
  }

  /** Drops the processes but this one that were last heard of before `since`; answers those of their people who were seen. */
  expire(since: number, own: string): { lastHeardAt: number; people: string[] }[] {
    const gone: { lastHeardAt: number; people: string[] }[] = [];
    for (const [id, { lastHeardAt, people }] of this.#nodes) {
      if (id === own || lastHeardAt >= since) continue;
      this.#nodes.delete(id);
      gone.push({
        lastHeardAt,
        people: [...people].flatMap(([user, is]) => (is === "hidden" ? [] : [user])),
      });
    }
    return gone;
  }
}
