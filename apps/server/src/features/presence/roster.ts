/** The state of a connected person, as one process reports it. */
export type ConnectedPersonState = "online" | "away" | "hidden";

interface PresenceNode {
  lastHeardAt: number;
  /** The number of the last change message from this process. If a number is missing, a message was lost. */
  count: number;
  readonly people: Map<string, ConnectedPersonState>;
}

const presencePrecedence = { away: 1, online: 2, hidden: 3 } as const satisfies Record<
  ConnectedPersonState,
  number
>;

/**
 * What this process knows about the connected people of all processes. The class neither reads a clock nor sends
 * messages; its caller does. If nothing arrives from a process for a while, the process and its people are removed. If
 * a message was lost, the caller requests the full list from the sender.
 */
export class PresenceRoster {
  readonly #nodesById = new Map<string, PresenceNode>();

  /** Returns the combined state of a person's connections to all processes. Undefined if there are none. */
  stateOf(userId: string): ConnectedPersonState | undefined {
    let bestPresence: ConnectedPersonState | undefined;
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

  /**
   * Records a heartbeat of a process. `changeCount` is the number of change messages that the process has sent. Returns
   * whether all of them have arrived here.
   */
  recordHeartbeat(nodeId: string, changeCount: number, now: number): boolean {
    const earlierState = this.#nodesById.get(nodeId);
    if (!earlierState) return false;
    earlierState.lastHeardAt = now;
    return earlierState.count === changeCount;
  }

  /**
   * Applies a process's change message, even if an earlier message was lost: the next heartbeat reveals the loss.
   * Returns the people in the message.
   */
  applyChanges(
    nodeId: string,
    changeNumber: number,
    changes: readonly (readonly [string, ConnectedPersonState | null])[],
  ): string[] {
    const nodeState = this.#nodesById.get(nodeId);
    if (!nodeState) return [];
    if (changeNumber === nodeState.count + 1) nodeState.count = changeNumber;
    for (const [userId, presence] of changes) {
      if (presence) nodeState.people.set(userId, presence);
      else nodeState.people.delete(userId);
    }
    return changes.map(([userId]) => userId);
  }

  /**
   * Registers a process again, at first without any people. Returns the people that it had before, because their state
   * may change.
   */
  resetNode(nodeId: string, changeCount: number, now: number): string[] {
    const userIdsBefore = this.#nodesById.get(nodeId)?.people.keys() ?? [];
    this.#nodesById.set(nodeId, { lastHeardAt: now, count: changeCount, people: new Map() });
    return [...userIdsBefore];
  }

  /**
   * Removes the other processes from which nothing has arrived since the time `silentSinceTime`. For each removed process,
   * returns its people, without those who hide their presence.
   */
  removeSilentNodes(silentSinceTime: number, ownNode: string): { lastHeardAt: number; people: string[] }[] {
    const deadNodes: { lastHeardAt: number; people: string[] }[] = [];
    for (const [id, { lastHeardAt, people }] of this.#nodesById) {
      if (id === ownNode || lastHeardAt >= silentSinceTime) continue;
      this.#nodesById.delete(id);
      deadNodes.push({
        lastHeardAt,
        people: [...people].flatMap(([user, state]) => (state === "hidden" ? [] : [user])),
      });
    }
    return deadNodes;
  }
}
