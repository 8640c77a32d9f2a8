import { maximumListBytes } from "@kakehashi/contract/kit/page";

/** An upper bound of a value's bytes as JSON. It only looks at the value and writes no JSON. */
function maximumBytesOf(value: unknown): number {
  // An escaped character takes six bytes.
  if (typeof value === "string") return 6 * value.length + 2;
  // A number, a boolean or null.
  if (value === null || typeof value !== "object") return 24;
  if (value instanceof Date) return 32;
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + maximumBytesOf(each) + 1, 2);
  let bytes = 2;
  for (const [name, each] of Object.entries(value)) bytes += maximumBytesOf(name) + 2 + maximumBytesOf(each);
  return bytes;
}

export const bytesInJson = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** How many of the first items fit into one answer. At least `least`. */
export function countFitting(items: readonly unknown[], limitBytes = maximumListBytes, least = 1): number {
  // The items are written as JSON here only if the page may be too large, because the answer writes them as
  // JSON anyway.
  if (maximumBytesOf(items) <= limitBytes) return items.length;
  let bytes = 0;
  let count = 0;
  for (const item of items) {
    bytes += bytesInJson(item) + 1;
    if (bytes > limitBytes && count >= least) break;
    count++;
  }
  return count;
}

/** The first items that fit into one answer. `cut`: there were more. */
export function firstFitting<T>(
  items: readonly T[],
  limitBytes?: number,
  least?: number,
): { data: T[]; wasCut: boolean } {
  const count = countFitting(items, limitBytes, least);
  return { data: items.slice(0, count), wasCut: count < items.length };
}

/** Returns the last items that fit into one answer, in their order. */
export function lastFitting<T>(
  items: readonly T[],
  limitBytes?: number,
  least?: number,
): { data: T[]; cut: boolean } {
  const { data, wasCut } = firstFitting(items.toReversed(), limitBytes, least);
  return { data: data.reverse(), cut: wasCut };
}

interface Skipped {
  page: number;
  paging: number;
  skip?: number | undefined;
}

/** How many rows come before the requested page. */
export const offsetOf = ({ page, paging, skip }: Skipped) => skip ?? (page - 1) * paging;

/**
 * Returns the rows of a page that fit into an answer, and the offset of the next page. The rows were read
 * from `offset` on; `hasMore` says whether further ones follow.
 */
export function cutPage<T>(rows: readonly T[], offset: number, hasMore: boolean) {
  const { data, wasCut } = firstFitting(rows);
  const has_more = wasCut || hasMore;
  return { data, has_more, next: has_more ? offset + data.length : null };
}
