import { maximumFollowed, type PersonPresence } from "@kakehashi/contract/live";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { onLiveConnect, onPresence, report } from "../live/connection.ts";
import { followActivity } from "./activity.ts";

/** Milliseconds over which a screen that changes is gathered into one word to the server. */
const pause = 100;

/** What the server told of people that are shown. */
const known = new Map<string, PersonPresence>();
/** In how many places each of them is shown. */
const shown = new Map<string, number>();
const listeners = new Map<string, Set<() => void>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const followed = () => [...shown.keys()].slice(-maximumFollowed);

function followSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    report({ follow: followed() });
  }, pause);
}

function show(id: string): () => void {
  const count = shown.get(id) ?? 0;
  shown.set(id, count + 1);
  if (count === 0) followSoon();
  return () => {
    const left = (shown.get(id) ?? 1) - 1;
    if (left > 0) shown.set(id, left);
    else {
      shown.delete(id);
      known.delete(id);
      followSoon();
    }
  };
}

function change(people: readonly PersonPresence[]): void {
  for (const person of people) {
    if (!shown.has(person.user_id)) continue;
    known.set(person.user_id, person);
    for (const listener of listeners.get(person.user_id) ?? []) listener();
  }
}

/** Whether a person is there, as it changes; undefined while nothing is known, and for who does not show it. */
export function usePresence(id: string | undefined): PersonPresence | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (id === undefined) return () => {};
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(id);
      };
    },
    [id],
  );
  useEffect(() => (id === undefined ? undefined : show(id)), [id]);
  const presence = useSyncExternalStore(
    subscribe,
    () => known.get(id ?? ""),
    () => undefined,
  );
  return presence?.state === "hidden" ? undefined : presence;
}

/** Calls back when a person goes offline, until the returned function is called. */
export function onOffline(id: string, then: () => void): () => void {
  const hide = show(id);
  const own = listeners.get(id) ?? new Set();
  const look = () => {
    if (known.get(id)?.state === "offline") then();
  };
  listeners.set(id, own.add(look));
  return () => {
    hide();
    own.delete(look);
    if (own.size === 0) listeners.delete(id);
  };
}

/** Follows who is there, and says whether somebody is here, until the returned function is called. */
export function followPresence(): () => void {
  const activity = followActivity((active) => report({ active }));
  const ends = [
    activity.end,
    onPresence(({ people }) => change(people)),
    onLiveConnect(() => report({ active: activity.active(), follow: followed() })),
  ];
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    timer = undefined;
    known.clear();
  };
}
