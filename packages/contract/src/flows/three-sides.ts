import { isSameJson } from "./same-json.ts";

/**
 * One value in the three versions of a three-way merge: the common version `base`, and the changed versions `mine` and
 * `theirs`. Undefined in a version that does not have the value.
 */
export interface MergeVersions<T> {
  readonly base: T | undefined;
  readonly mine: T | undefined;
  readonly theirs: T | undefined;
}

export const mapVersions = <T, P>(
  { base, mine, theirs }: MergeVersions<T>,
  read: (value: T) => P,
): MergeVersions<P> => ({
  base: base && read(base),
  mine: mine && read(mine),
  theirs: theirs && read(theirs),
});

/**
 * Merges a value in a three-way merge. If only one version changed the value, returns that version's value. If both
 * changed it, returns the value of `mine`. If one version changed the value and the other deleted it, the changed value
 * stays.
 */
export function mergeValue<T>({ base, mine, theirs }: MergeVersions<T>): T | undefined {
  if (isSameJson(mine, base)) return theirs;
  if (isSameJson(theirs, base)) return mine;
  return mine ?? theirs;
}

export const isChangedByBoth = <T>({ base, mine, theirs }: MergeVersions<T>): boolean =>
  base !== undefined && !isSameJson(mine, base) && !isSameJson(theirs, base) && !isSameJson(mine, theirs);

/**
 * Matches the values of the lists `base`, `mine` and `theirs` by their keys. Returns each key once, with its value in
 * each list.
 */
export function matchVersionsByKey<T>(
  [base, mine, theirs]: readonly (readonly T[])[],
  keyOf: (value: T) => string,
): Map<string, MergeVersions<T>> {
  const [baseValues, myValues, theirValues] = [base, mine, theirs].map(
    (list = []) => new Map(list.map((value) => [keyOf(value), value])),
  );
  const keys = new Set([
    ...(myValues?.keys() ?? []),
    ...(theirValues?.keys() ?? []),
    ...(baseValues?.keys() ?? []),
  ]);
  return new Map(
    [...keys].map((key) => [
      key,
      { base: baseValues?.get(key), mine: myValues?.get(key), theirs: theirValues?.get(key) },
    ]),
  );
}

/**
 * Merges the order of ids in a three-way merge. Uses the order of the version that changed it. An id that exists only
 * in another version is inserted after the id that is before it there.
 */
export function mergeOrder(
  { base, mine, theirs }: MergeVersions<readonly string[]>,
  keptIds: ReadonlySet<string>,
): string[] {
  const [baseIds = [], myIds = [], theirIds = []] = [base, mine, theirs];
  const idsInAllVersions = (list: readonly string[]) =>
    list.filter((id) => baseIds.includes(id) && myIds.includes(id) && theirIds.includes(id));
  const [first, second] = isSameJson(idsInAllVersions(myIds), idsInAllVersions(baseIds))
    ? [theirIds, myIds]
    : [myIds, theirIds];
  const result = first.filter((id) => keptIds.has(id));
  for (const [list, others] of [
    [second, result],
    [baseIds, result],
  ] as const)
    for (const [index, id] of list.entries()) {
      if (!keptIds.has(id) || others.includes(id)) continue;
      const before = list.slice(0, index).findLast((one) => others.includes(one));
      others.splice(before === undefined ? 0 : others.indexOf(before) + 1, 0, id);
    }
  return [...result, ...[...keptIds].filter((id) => !result.includes(id))];
}
