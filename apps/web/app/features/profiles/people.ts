import { getUserProfiles, type UserSummary } from "@kakehashi/contract/users";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";

/** The most people that one call answers for. */
const batch = 100;
let wanted = new Map<string, PromiseWithResolvers<UserSummary | null>>();

/** Gathers the people asked for in one turn into one call. */
function load(id: string): Promise<UserSummary | null> {
  if (wanted.size === 0) queueMicrotask(loadWanted);
  const waiting = wanted.get(id) ?? Promise.withResolvers<UserSummary | null>();
  wanted.set(id, waiting);
  return waiting.promise;
}

function loadWanted(): void {
  const all = [...wanted];
  wanted = new Map();
  for (let start = 0; start < all.length; start += batch) void loadBatch(all.slice(start, start + batch));
}

async function loadBatch(
  people: readonly [string, PromiseWithResolvers<UserSummary | null>][],
): Promise<void> {
  try {
    const { data } = await call(getUserProfiles, { query: { ids: people.map(([id]) => id).join(",") } });
    const found = new Map(data.map((person) => [person.id, person]));
    for (const [id, { resolve }] of people) resolve(found.get(id) ?? null);
  } catch (error) {
    for (const [, { reject }] of people) reject(error);
  }
}

const personQuery = (id: string) =>
  queryOptions({
    queryKey: ["person", id],
    queryFn: () => load(id),
    staleTime: 10 * 60_000,
  });

/** A person by id; undefined while loading, null where there is none. */
export function usePerson(id: string): UserSummary | null | undefined {
  return useQuery(personQuery(id)).data;
}

/** A person by id, for what is no component. */
export const personOf = (id: string) => queryClient().fetchQuery(personQuery(id));

/** Several people by their ids, in that order. */
export function usePeople(ids: readonly string[]): (UserSummary | null | undefined)[] {
  return useQueries({ queries: ids.map(personQuery) }).map(({ data }) => data);
}

/** Asks anew who somebody is, wherever they are shown. */
export function forgetPerson(id: string): void {
  void queryClient().invalidateQueries({ queryKey: personQuery(id).queryKey });
}

/** Remembers people that came along with something else. */
export function rememberPeople(people: readonly UserSummary[]): void {
  for (const person of people) queryClient().setQueryData(personQuery(person.id).queryKey, person);
}
