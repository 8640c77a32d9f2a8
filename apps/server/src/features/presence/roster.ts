/** What one process reports about a person with a connection to it. */
export type PresenceOnNode = "online" | "away" | "hidden";

interface PresenceNode {
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
 * What this process knows about the connected people of every process. The class has no clock and sends no messages:
 * its caller does both. A silent process is removed with its people. After a lost message, the caller asks the sender
 * for the list of all its people.
 */
export class Roster {
  readonly #nodesById = new Map<string, PresenceNode>();

  /** Returns a person's state over all processes. Undefined if the person is connected to none. */
  stateOf(userId: string): PresenceOnNode | undefined {
    let bestPresence: PresenceOnNode | undefined;
    for (const { people } of this.#nodesById.values()) {
      const presence = people.get(userId);
      if (presence && (!bestPresence || presencePrecedence[presence] > presencePrecedence[bestPresence]))
        bestPresence = presence;
    }
    return bestPresence;
  }

  nodeIds(): string[] {
    return [...this.#nodesById.keys()];
  }

  /** Returns whether every earlier message of a process arrived. */
  recordHeartBeat(nodeId: string, count: number, now: number): boolean {
    const earlierState = this.#nodesById.get(nodeId);
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
    const nodeState = this.#nodesById.get(nodeId);
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
    const userIdsBefore = this.#nodesById.get(nodeId)?.people.keys() ?? [];
    this.#nodesById.set(nodeId, { lastHeardAt: now, count, people: new Map() });
    return [...userIdsBefore];
  }

  /**
   * Removes other processes whose last message is older than `since`. Returns their people who were visible.
   */
  removeSilentNodes(since: number, ownNode: string): { lastHeardAt: number; people: string[] }[] {
    const deadNodes: { lastHeardAt: number; people: string[] }[] = [];
    for (const [id, { lastHeardAt, people }] of this.#nodesById) {
      if (id === ownNode || lastHeardAt >= since) continue;
      this.#nodesById.delete(id);
      deadNodes.push({
        lastHeardAt,
        people: [...people].flatMap(([user, state]) => (state === "hidden" ? [] : [user])),
      });
    }
    return deadNodes;
  }
}
