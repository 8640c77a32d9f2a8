import type { LiveClient } from "../live/service.ts";
import { computeCurrentPresence, createLocalPerson, type LocalPerson } from "./present.ts";
import type { PresenceChange } from "./words.ts";

/**
 * The people who are connected to this process, and what the other processes were last told of them. The class neither
 * reads a clock nor sends messages; its caller does.
 */
export class LocalPeople {
  readonly #peopleById = new Map<string, LocalPerson>();

  connect(client: LiveClient): void {
    const localPerson = this.#peopleById.get(client.userId) ?? createLocalPerson();
    this.#peopleById.set(client.userId, localPerson);
    localPerson.clients.set(client, true);
  }

  disconnect(client: LiveClient, now: number): void {
    const localPerson = this.#peopleById.get(client.userId);
    if (!localPerson?.clients.delete(client)) return;
    if (localPerson.clients.size === 0) localPerson.leftAt = now;
  }

  isConnected(client: LiveClient): boolean {
    return this.#peopleById.get(client.userId)?.clients.has(client) ?? false;
  }

  /** Stores whether somebody is using the client's device. */
  setActive(client: LiveClient, isActive: boolean): void {
    const localPerson = this.#peopleById.get(client.userId);
    if (localPerson?.clients.has(client)) localPerson.clients.set(client, isActive);
  }

  /** Forgets whether the person hides their presence, so that the setting is read again. */
  forgetHiding(userId: string): void {
    const localPerson = this.#peopleById.get(userId);
    if (localPerson) localPerson.isHidden = null;
  }

  /** Returns the people of whom it is not known whether they hide their presence. */
  listIdsWithUnknownHiding(): string[] {
    return [...this.#peopleById].flatMap(([id, { isHidden }]) => (isHidden === null ? [id] : []));
  }

  /** Stores which of these people hide their presence. */
  setHiding(userIds: readonly string[], hidingUserIds: ReadonlySet<string>): void {
    for (const id of userIds) {
      const localPerson = this.#peopleById.get(id);
      if (localPerson) localPerson.isHidden = hidingUserIds.has(id);
    }
  }

  listIdsNotHiding(): string[] {
    return [...this.#peopleById].flatMap(([id, { isHidden }]) => (isHidden === false ? [id] : []));
  }

  /** Returns the presences that the other processes were last told of. */
  listAnnouncedPresences(): PresenceChange[] {
    return [...this.#peopleById].flatMap(([id, { announcedPresence: lastAnnounced }]): PresenceChange[] =>
      lastAnnounced ? [[id, lastAnnounced]] : [],
    );
  }

  /**
   * Returns the presences that have changed since the last call, and the times at which people went offline. Removes
   * the people who are offline. Leaves out people of whom it is not known whether they hide their presence.
   */
  takeChanges(now: number): { changes: PresenceChange[]; offlineTimes: Map<string, number> } {
    const changes: PresenceChange[] = [];
    const offlineTimes = new Map<string, number>();
    for (const [id, localPerson] of this.#peopleById) {
      if (localPerson.isHidden === null) continue;
      const presence = computeCurrentPresence(localPerson, now);
      if (!presence) {
        this.#peopleById.delete(id);
        if (!localPerson.isHidden) offlineTimes.set(id, localPerson.leftAt);
      }
      if (presence === localPerson.announcedPresence) continue;
      localPerson.announcedPresence = presence;
      changes.push([id, presence]);
    }
    return { changes, offlineTimes };
  }
}
