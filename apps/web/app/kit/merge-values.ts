/** A value that somebody else has changed, by its path in the form: `text.vi`, `buttons.0.label.vi`. */
export interface ValueChange {
  readonly path: string;
  readonly theirs: unknown;
  /** Whether the writer has changed this value, too. The form then keeps the writer's value. */
  readonly isConflict: boolean;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * Whether two values can be compared part by part. This is the case for objects, and for lists whose items have the
 * same ids in the same order.
 */
function canComparePartByPart(
  values: readonly unknown[],
): values is readonly Readonly<Record<string, unknown>>[] {
  if (!values.every(isObject)) return false;
  if (!values.some(Array.isArray)) return true;
  const ids = (list: unknown) => (Array.isArray(list) ? list.map((item) => isObject(item) && item.id) : null);
  return values.every((value) => isSame(ids(value), ids(values[0])));
}

/**
 * Returns the values that somebody else has changed since the form had the values `before`. The form takes over those
 * that the writer has not changed as well.
 */
export function changesByOthers(before: unknown, mine: unknown, theirs: unknown, path = ""): ValueChange[] {
  if (isSame(theirs, before) || isSame(theirs, mine)) return [];
  const versions = [before, mine, theirs];
  if (!canComparePartByPart(versions)) return [{ path, theirs, isConflict: !isSame(mine, before) }];
  const [earlierVersion, ownVersion, otherVersion] = versions;
  return Object.keys(otherVersion ?? {}).flatMap((key) =>
    changesByOthers(
      earlierVersion?.[key],
      ownVersion?.[key],
      otherVersion?.[key],
      path === "" ? key : `${path}.${key}`,
    ),
  );
}
