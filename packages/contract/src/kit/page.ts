import { z } from "zod";

/** Page size of notifications, conversations, messages and threads (docs/rules.md). */
export const pageSize = 20;
/** Rows at most; bytes end at `maximumListBytes`. */
export const maximumPageSize = 100;

const paging = z.coerce.number().int().min(1).max(maximumPageSize).default(pageSize);

/** `page` counts from 1; `paging` is the page's size. */
export const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  paging,
});

/** The page of lists whose rows hold long texts. */
export const longRowPageSize = 50;
export const longRowQuery = pageQuery.extend({
  paging: z.coerce.number().int().min(1).max(longRowPageSize).default(pageSize),
});

export const pageMeta = z
  .object({
    page: z.number().int(),
    paging: z.number().int(),
    total: z.number().int(),
    has_more: z.boolean(),
  })
  .meta({ id: "PageMeta" });
export type PageMeta = z.infer<typeof pageMeta>;

/**
 * Bytes of JSON at which a list of what people write ends its page early, whatever its page size. One thing alone may
 * be larger.
 */
export const maximumListBytes = 1024 * 1024;

/** A list that ends early at `maximumListBytes`; what comes with it says how to ask for the rest. */
export function cutList<T extends z.ZodType>(item: T, most: number) {
  return z.array(item).max(most).meta({ "x-maximum-bytes": maximumListBytes });
}

const skip = z.coerce.number().int().min(0).max(10_000_000).optional();

/** Of a list that may end early: `skip` counts what comes before the answer, and is asked for instead of `page`. */
export const skipQuery = z.strictObject({ skip });
export const cutPageQuery = pageQuery.extend({ skip });

/** `next` is the `skip` that brings what follows; null at the end. */
export const skipMeta = z.object({ next: z.number().int().nullable() }).meta({ id: "SkipMeta" });
export const cutPageMeta = pageMeta.extend(skipMeta.shape).meta({ id: "CutPageMeta" });
export type CutPageMeta = z.infer<typeof cutPageMeta>;

/** A window into a long, ordered history. */
export const windowQuery = z.strictObject({ paging });

/** Whether more lies on that side of the window: `above` = older, `below` = newer. */
export const windowMeta = z.object({ above: z.boolean(), below: z.boolean() }).meta({ id: "WindowMeta" });
export type WindowMeta = z.infer<typeof windowMeta>;
