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
  readValue: (value: T) => P,
): MergeVersions<P> => ({
  base: base && readValue(base),
  mine: mine && readValue(mine),
  theirs: theirs && readValue(theirs),
});

/**
 * Merges a value in a three-way merge. If only one version changed the value, returns that version's value. If both
 * changed it, returns the value of `mine`. If one version changed the value and the other deleted it, the changed value
 * stays.
 */
export function mergeValuePreferringMine<T>({ base, mine, theirs }: MergeVersions<T>): T | undefined {
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
  [baseList, myList, theirList]: readonly (readonly T[])[],
  keyOf: (value: T) => string,
): Map<string, MergeVersions<T>> {
  const [baseValues, myValues, theirValues] = [baseList, myList, theirList].map(
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
 * Merges the order of ids in a three-way merge, and keeps only the ids in `keptIds`. Uses the order of the version that
 * changed the order, and `mine` if both did. An id that this version lacks is inserted after the id that it follows in
 * its own version.
 */
export function mergeOrder(
  { base, mine, theirs }: MergeVersions<readonly string[]>,
  keptIds: ReadonlySet<string>,
): string[] {
  const [baseIds = [], myIds = [], theirIds = []] = [base, mine, theirs];
  const filterIdsInAllVersions = (list: readonly string[]) =>
    list.filter((id) => baseIds.includes(id) && myIds.includes(id) && theirIds.includes(id));
  const [firstIds, secondIds] = isSameJson(filterIdsInAllVersions(myIds), filterIdsInAllVersions(baseIds))
    ? [theirIds, myIds]
    : [myIds, theirIds];
  const result = firstIds.filter((id) => keptIds.has(id));
  for (const [list, otherIds] of [
    [secondIds, result],
    [baseIds, result],
  ] as const)
    for (const [index, id] of list.entries()) {
      if (!keptIds.has(id) || otherIds.includes(id)) continue;
      const previousId = list.slice(0, index).findLast((otherId) => otherIds.includes(otherId));
      otherIds.splice(previousId === undefined ? 0 : otherIds.indexOf(previousId) + 1, 0, id);
    }
  return [...result, ...[...keptIds].filter((id) => !result.includes(id))];
}
