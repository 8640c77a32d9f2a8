import { maximumListBytes } from "@kakehashi/contract/kit/page";

/** Returns an upper bound for the size of a value as JSON, in bytes. Inspects the value without building JSON. */
function maximumJsonBytesOf(value: unknown): number {
  // An escaped character takes six bytes in JSON.
  if (typeof value === "string") return 6 * value.length + 2;
  // The maximum bytes of a number, a boolean or null in JSON.
  if (value === null || typeof value !== "object") return 24;
  if (value instanceof Date) return 32;
  if (Array.isArray(value))
    return value.reduce((totalBytes, entry) => totalBytes + maximumJsonBytesOf(entry) + 1, 2);
  let bytes = 2;
  for (const [name, fieldValue] of Object.entries(value))
    bytes += maximumJsonBytesOf(name) + 2 + maximumJsonBytesOf(fieldValue);
  return bytes;
}

export const bytesInJson = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * Returns how many of the first items fit into one response. Returns at least `minimumCount`, even if these do not fit.
 */
export function countFittingItems(
  items: readonly unknown[],
  limitBytes = maximumListBytes,
  minimumCount = 1,
): number {
  // Builds JSON only if the page may be too large, because the server builds it again when it sends the response.
  if (maximumJsonBytesOf(items) <= limitBytes) return items.length;
  let bytes = 0;
  let count = 0;
  for (const item of items) {
    bytes += bytesInJson(item) + 1;
    if (bytes > limitBytes && count >= minimumCount) break;
    count++;
  }
  return count;
}

/** Returns the first items that fit into one response. `wasCut` says whether items were left out. */
export function firstFittingItems<T>(
  items: readonly T[],
  limitBytes?: number,
  minimumCount?: number,
): { data: T[]; wasCut: boolean } {
  const count = countFittingItems(items, limitBytes, minimumCount);
  return { data: items.slice(0, count), wasCut: count < items.length };
}

/** Returns the last items that fit into one response. They keep their order. */
export function lastFittingItems<T>(
  items: readonly T[],
  limitBytes?: number,
  minimumCount?: number,
): { data: T[]; wasCut: boolean } {
  const { data, wasCut } = firstFittingItems(items.toReversed(), limitBytes, minimumCount);
  return { data: data.reverse(), wasCut };
}

interface PageQuery {
  page: number;
  paging: number;
  skip?: number | undefined;
}

/** The number of rows before the first row of the page. */
export const offsetOf = ({ page, paging, skip }: PageQuery) => skip ?? (page - 1) * paging;

/**
 * Returns the rows of a page that fit into a response, and the offset of the next page. `rows` begin at `offset`;
 * `hasMore` says whether more rows follow them in the database.
 */
export function cutPage<T>(rows: readonly T[], offset: number, hasMore: boolean) {
  const { data, wasCut } = firstFittingItems(rows);
  const has_more = wasCut || hasMore;
  return { data, has_more, next: has_more ? offset + data.length : null };
}
