import { maximumFollowedPeople, type PersonPresence } from "@kakehashi/contract/live";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { createKeyedListeners } from "../../kit/listeners.ts";
import { onLiveConnect, onPresenceEvent, sendLiveReport } from "../live/connection.ts";
import { followActivity } from "./activity.ts";

/**
 * A changed list of visible people is sent to the server after this many milliseconds, so that several changes are sent
 * together.
 */
const reportDelayMs = 100;

/** The presence (online, idle or offline) of each person whom the page shows. */
const presenceById = new Map<string, PersonPresence>();
/** For each person, the number of mounted components that show the person's presence. */
const componentCountById = new Map<string, number>();
const presenceListeners = createKeyedListeners();
let presenceTimer: ReturnType<typeof setTimeout> | undefined;

const followedIds = () => [...componentCountById.keys()].slice(-maximumFollowedPeople);

function scheduleReport(): void {
  presenceTimer ??= setTimeout(() => {
    presenceTimer = undefined;
    sendLiveReport({ follow: followedIds() });
  }, reportDelayMs);
}

function addShownPerson(id: string): () => void {
  const count = componentCountById.get(id) ?? 0;
  componentCountById.set(id, count + 1);
  if (count === 0) scheduleReport();
  return () => {
    const remainingCount = (componentCountById.get(id) ?? 1) - 1;
    if (remainingCount > 0) componentCountById.set(id, remainingCount);
    else {
      componentCountById.delete(id);
      presenceById.delete(id);
      scheduleReport();
    }
  };
}

function updatePresences(people: readonly PersonPresence[]): void {
  for (const person of people) {
    if (!componentCountById.has(person.user_id)) continue;
    presenceById.set(person.user_id, person);
    presenceListeners.notify(person.user_id);
  }
}

/**
 * Returns a person's presence, and keeps it up to date. Undefined while the presence is unknown, and always for people
 * who hide their presence.
 */
export function usePresence(id: string | undefined): PersonPresence | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (id === undefined ? () => {} : presenceListeners.add(id, listener)),
    [id],
  );
  useEffect(() => (id === undefined ? undefined : addShownPerson(id)), [id]);
  const presence = useSyncExternalStore(
    subscribe,
    () => presenceById.get(id ?? ""),
    () => undefined,
  );
  return presence?.state === "hidden" ? undefined : presence;
}

/** Calls `callback` when a person goes offline. Stops when the returned function is called. */
export function onPersonOffline(userId: string, callback: () => void): () => void {
  const stopTracking = addShownPerson(userId);
  const stopListening = presenceListeners.add(userId, () => {
    if (presenceById.get(userId)?.state === "offline") callback();
  });
  return () => {
    stopTracking();
    stopListening();
  };
}

/**
 * Asks the server for the presence of visible people, and tells it whether the reader is active. Stops when the
 * returned function is called.
 */
export function startPresenceSync(): () => void {
  const activityTracker = followActivity((active) => sendLiveReport({ active }));
  const unsubscribeFunctions = [
    activityTracker.end,
    onPresenceEvent(({ people }) => updatePresences(people)),
    onLiveConnect(() => sendLiveReport({ active: activityTracker.isActive(), follow: followedIds() })),
  ];
  return () => {
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    clearTimeout(presenceTimer);
    presenceTimer = undefined;
    presenceById.clear();
  };
}
