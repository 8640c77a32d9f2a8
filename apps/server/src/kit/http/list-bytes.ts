import { maximumListBytes } from "@kakehashi/contract/kit/page";

/** Bytes that something has as JSON at most: its shape is looked at, and nothing is written. */
function maximumBytesOf(value: unknown): number {
  // A character is six bytes where it is escaped.
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

/** How many of these, from the first on, one answer has room for; `least` of them always. */
export function countFitting(items: readonly unknown[], most = maximumListBytes, least = 1): number {
  // The answer is written as JSON when it is sent. Only a page that may be too large is written here as well.
  if (maximumBytesOf(items) <= most) return items.length;
  let bytes = 0;
  let count = 0;
  for (const item of items) {
    bytes += bytesInJson(item) + 1;
    if (bytes > most && count >= least) break;
    count++;
  }
  return count;
}

/** The first of these, as many as one answer has room for; `cut` where that is not all of them. */
export function firstFitting<T>(
  items: readonly T[],
  most?: number,
  least?: number,
): { data: T[]; cut: boolean } {
  const count = countFitting(items, most, least);
  return { data: items.slice(0, count), cut: count < items.length };
}

/** The last of these, in their order. */
export function lastFitting<T>(
  items: readonly T[],
  most?: number,
  least?: number,
): { data: T[]; cut: boolean } {
  const { data, cut } = firstFitting(items.toReversed(), most, least);
  return { data: data.reverse(), cut };
}

interface Skipped {
  page: number;
  paging: number;
  skip?: number | undefined;
}

/** How many come before the page that is asked for. */
export const offsetOf = ({ page, paging, skip }: Skipped) => skip ?? (page - 1) * paging;

/** What fits of a page that was read from `offset` on, and where the list goes on; `more` says whether there is more behind it. */
export function cutPage<T>(found: readonly T[], offset: number, more: boolean) {
  const { data, cut } = firstFitting(found);
  const has_more = cut || more;
  return { data, has_more, next: has_more ? offset + data.length : null };
}
