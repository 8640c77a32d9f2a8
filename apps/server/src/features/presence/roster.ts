/** One process's report about a person who is connected to that process. */
export type PresenceOnNode = "online" | "away" | "hidden";

interface Node {
  lastHeardAt: number;
  /** The number of the last change message from a process. A gap means that a message was lost. */
  count: number;
  readonly people: Map<string, PresenceOnNode>;
}

const presencePrecedence = { away: 1, online: 2, hidden: 3 } as const satisfies Record<
  PresenceOnNode,
  number
>;

/**
 * The connected people of every process, as far as this process knows. Has no clock and sends no messages itself. A
 * process that falls silent is removed with its people. After a lost message, its process is asked to send all its
 * people again.
 */
export class Roster {
  readonly #nodes = new Map<string, Node>();

  /** Returns a person's state over all processes. Undefined if the person is connected to none. */
  stateOf(userId: string): PresenceOnNode | undefined {
    let bestPresence: PresenceOnNode | undefined;
    for (const { people } of this.#nodes.values()) {
      const presence = people.get(userId);
      if (presence && (!bestPresence || presencePrecedence[presence] > presencePrecedence[bestPresence]))
        bestPresence = presence;
    }
    return bestPresence;
  }

  nodeIds(): string[] {
    return [...this.#nodes.keys()];
  }

  /** Returns whether every earlier message of a process arrived. */
  recordHeartBeat(nodeId: string, count: number, now: number): boolean {
    const earlierState = this.#nodes.get(nodeId);
    if (!earlierState) return false;
    earlierState.lastHeardAt = now;
    return earlierState.count === count;
  }

  /**
   * Applies one change message and returns the people whom the message concerns. A message is applied even if an
   * earlier message was lost; the next heartbeat shows the loss.
   */
  applyChanges(
    nodeId: string,
    count: number,
    changes: readonly (readonly [string, PresenceOnNode | null])[],
  ): string[] {
    const nodeState = this.#nodes.get(nodeId);
    if (!nodeState) return [];
    if (count === nodeState.count + 1) nodeState.count = count;
    for (const [userId, presence] of changes) {
      if (presence) nodeState.people.set(userId, presence);
      else nodeState.people.delete(userId);
    }
    return changes.map(([userId]) => userId);
  }

  /** Clears a process's list. Returns the people on it, whose state may change. */
  registerNode(nodeId: string, count: number, now: number): string[] {
    const userIdsBefore = this.#nodes.get(nodeId)?.people.keys() ?? [];
    this.#nodes.set(nodeId, { lastHeardAt: now, count, people: new Map() });
    return [...userIdsBefore];
  }

  /**
   * Removes other processes whose last message is older than `since`. Returns their people who were visible.
   */
  removeSilentNodes(since: number, ownNode: string): { lastHeardAt: number; people: string[] }[] {
    const deadNodes: { lastHeardAt: number; people: string[] }[] = [];
    for (const [id, { lastHeardAt, people }] of this.#nodes) {
      if (id === ownNode || lastHeardAt >= since) continue;
      this.#nodes.delete(id);
      deadNodes.push({
        lastHeardAt,
        people: [...people].flatMap(([user, state]) => (state === "hidden" ? [] : [user])),
      });
    }
    return deadNodes;
  }
}
