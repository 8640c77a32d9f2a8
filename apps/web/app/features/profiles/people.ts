import { listUsersByIds, type UserSummary } from "@kakehashi/contract/users";
import { hashKey, type QueryState, queryOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { call } from "../../kit/api.ts";
import { isTemporaryError } from "../../kit/api-error.ts";
import { createKeyedListeners } from "../../kit/listeners.ts";
import { readOfflineValue, storeOffline } from "../../kit/offline-storage.ts";
import { getQueryClient } from "../../kit/query.ts";

/**
 * A person, or the placeholder for a deleted account. `deleted` is undefined if the person came as a part of another
 * response.
 */
export type PersonOrDeletedAccount = UserSummary & { readonly deleted?: boolean };

export const hasProfileCard = (person: PersonOrDeletedAccount | null | undefined): boolean =>
  person !== null && person !== undefined && person.deleted !== true;

/** One request fetches at most this many people. */
const batchSize = 100;
const storageKey = (id: string) => `person ${id}`;
let pendingPeople = new Map<string, PromiseWithResolvers<PersonOrDeletedAccount | null>>();

/** Loads a person. One request fetches all people that were asked for in the same turn of the event loop. */
function loadPerson(id: string): Promise<PersonOrDeletedAccount | null> {
  if (pendingPeople.size === 0) queueMicrotask(loadPendingPeople);
  const pendingPerson = pendingPeople.get(id) ?? Promise.withResolvers<PersonOrDeletedAccount | null>();
  pendingPeople.set(id, pendingPerson);
  return pendingPerson.promise;
}

function loadPendingPeople(): void {
  const requests = [...pendingPeople];
  pendingPeople = new Map();
  for (let start = 0; start < requests.length; start += batchSize)
    void loadPeopleBatch(requests.slice(start, start + batchSize));
}

async function loadPeopleBatch(
  people: readonly [string, PromiseWithResolvers<PersonOrDeletedAccount | null>][],
): Promise<void> {
  try {
    const { data } = await call(listUsersByIds, { query: { ids: people.map(([id]) => id).join(",") } });
    const foundPeopleById = new Map(data.map((person) => [person.id, person]));
    for (const person of data) storeOffline(storageKey(person.id), person);
    for (const [id, { resolve }] of people) resolve(foundPeopleById.get(id) ?? null);
  } catch (error) {
    for (const [id, { resolve, reject }] of people) {
      const cachedPerson = isTemporaryError(error)
        ? await readOfflineValue<PersonOrDeletedAccount>(storageKey(id))
        : null;
      if (cachedPerson) resolve(cachedPerson);
      else reject(error);
    }
  }
}

/** A fetched person is not fetched again for this many milliseconds. */
const staleTimeMs = 10 * 60_000;

const personQuery = (id: string) =>
  queryOptions({
    queryKey: ["person", id],
    queryFn: () => loadPerson(id),
    staleTime: staleTimeMs,
    // Never remove people from the cache. They are few, and the cache cannot know whether a person is still on the
    // page.
    gcTime: Number.POSITIVE_INFINITY,
  });

// One query observer serves all people on the page. With one observer per person, rendering a message would take twice
// as long.
const peopleListeners = createKeyedListeners();
let subscribedQueryClient: unknown;

function subscribePerson(id: string, listener: () => void): () => void {
  const client = getQueryClient();
  if (subscribedQueryClient !== client) {
    subscribedQueryClient = client;
    client.getQueryCache().subscribe((event) => {
      const [kind, key] = event.query.queryKey;
      if (kind !== "person" || event.type !== "updated") return;
      const changedId = String(key);
      if (event.action.type === "invalidate" && peopleListeners.has(changedId)) prefetchPerson(changedId);
      peopleListeners.notify(changedId);
    });
  }
  return peopleListeners.add(id, listener);
}

// Caches the hashes of query keys. Without this cache, each rendered message would compute a hash twice.
const queryHashes = new Map<string, string>();
function queryStateOf(id: string): QueryState<PersonOrDeletedAccount | null> | undefined {
  const hash = queryHashes.get(id) ?? hashKey(personQuery(id).queryKey);
  queryHashes.set(id, hash);
  return getQueryClient().getQueryCache().get<PersonOrDeletedAccount | null>(hash)?.state;
}
const cachedPersonOf = (id: string) => queryStateOf(id)?.data;
/**
 * Fetches a person, unless a fresh copy is cached. It is ten times faster to check the cache here than to start a
 * query.
 */
export function prefetchPerson(id: string): void {
  const state = queryStateOf(id);
  if (!state || state.isInvalidated || Date.now() - state.dataUpdatedAt > staleTimeMs)
    void getQueryClient().prefetchQuery(personQuery(id));
}

/** A person by id. Undefined while loading, null if there is no such person. */
export function usePerson(id: string): PersonOrDeletedAccount | null | undefined {
  const subscribe = useCallback((listener: () => void) => subscribePerson(id, listener), [id]);
  useEffect(() => prefetchPerson(id), [id]);
  return useSyncExternalStore(
    subscribe,
    () => cachedPersonOf(id),
    () => undefined,
  );
}

/** Returns a person by id, for code that cannot call a hook. */
export const fetchPerson = (id: string) => getQueryClient().fetchQuery(personQuery(id));

/** Returns several people by their ids, in the order of the ids. */
export function usePeople(ids: readonly string[]): (PersonOrDeletedAccount | null | undefined)[] {
  const joinedIds = ids.join(" ");
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribeFunctions = splitIds(joinedIds).map((id) => subscribePerson(id, listener));
      return () => {
        for (const unsubscribe of unsubscribeFunctions) unsubscribe();
      };
    },
    [joinedIds],
  );
  useEffect(() => splitIds(joinedIds).forEach(prefetchPerson), [joinedIds]);
  // Re-render the component when one of the people was fetched. Compare the times of their fetches, because the array
  // of people is a new one at each render.
  useSyncExternalStore(
    subscribe,
    () =>
      splitIds(joinedIds)
        .map((id) => queryStateOf(id)?.dataUpdatedAt ?? 0)
        .join(),
    () => "",
  );
  return ids.map(cachedPersonOf);
}
const splitIds = (ids: string) => (ids === "" ? [] : ids.split(" "));

/** Fetches a person again. Every component that shows the person is updated. */
export function refetchPerson(id: string): void {
  void getQueryClient().invalidateQueries({ queryKey: personQuery(id).queryKey });
}

/** Caches people that were part of another response. */
export function cachePeople(people: readonly UserSummary[]): void {
  for (const person of people) {
    getQueryClient().setQueryData(personQuery(person.id).queryKey, person);
    storeOffline(storageKey(person.id), person);
  }
}
