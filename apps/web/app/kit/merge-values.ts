/** A value that somebody else has changed, by its path in the form: `text.vi`, `buttons.0.label.vi`. */
export interface ChangeByOthers {
  readonly path: string;
  readonly theirs: unknown;
  /** Whether the writer has changed this value, too. The form then keeps the writer's value. */
  readonly isConflict: boolean;
}

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
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
  return values.every((value) => isSameJson(ids(value), ids(values[0])));
}

/**
 * Returns the values that somebody else has changed since the form had the values `valueBefore`. The form takes over those
 * that the writer has not changed as well.
 */
export function listChangesByOthers(
  valueBefore: unknown,
  ownValue: unknown,
  theirValue: unknown,
  path = "",
): ChangeByOthers[] {
  if (isSameJson(theirValue, valueBefore) || isSameJson(theirValue, ownValue)) return [];
  const versions = [valueBefore, ownValue, theirValue];
  if (!canComparePartByPart(versions))
    return [{ path, theirs: theirValue, isConflict: !isSameJson(ownValue, valueBefore) }];
  const [earlierVersion, ownVersion, otherVersion] = versions;
  return Object.keys(otherVersion ?? {}).flatMap((key) =>
    listChangesByOthers(
      earlierVersion?.[key],
      ownVersion?.[key],
      otherVersion?.[key],
      path === "" ? key : `${path}.${key}`,
    ),
  );
}
