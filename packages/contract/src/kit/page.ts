import { z } from "zod";

/**
 * The page size of a list if the request names none: notifications, conversations, messages, threads and others
 * (docs/rules.md).
 */
export const defaultPageSize = 20;
/** Maximum rows on a page. A page has fewer rows if their JSON would exceed `maximumListBytes`. */
export const maximumPageSize = 100;

const pageSizeSchema = z.coerce.number().int().min(1).max(maximumPageSize).default(defaultPageSize);

/** The query of a paged list. `page` counts from 1. `paging` is the number of rows on a page. */
export const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  paging: pageSizeSchema,
});

/** Maximum rows on a page of a list whose rows contain long texts. */
export const maximumLongRowPageSize = 50;
export const longRowPageQuery = pageQuery.extend({
  paging: z.coerce.number().int().min(1).max(maximumLongRowPageSize).default(defaultPageSize),
});

export const pageMetaSchema = z
  .object({
    page: z.number().int(),
    paging: z.number().int(),
    total: z.number().int(),
    has_more: z.boolean(),
  })
  .meta({ id: "PageMeta" });
export type PageMeta = z.infer<typeof pageMetaSchema>;

/**
 * Maximum JSON bytes of a page of user-written texts, even if the page could have more rows. A single item may be
 * larger.
 */
export const maximumListBytes = 1024 * 1024;

/**
 * The schema of a list that the server ends when it reaches `maximumListBytes` bytes of JSON. A field beside the list
 * tells how to get the remaining items.
 */
export function createCutListSchema<T extends z.ZodType>(item: T, maximumItems: number) {
  return z.array(item).max(maximumItems).meta({ "x-maximum-bytes": maximumListBytes });
}

const skipSchema = z.coerce.number().int().min(0).max(10_000_000).optional();

/**
 * The query of a list whose pages are limited by bytes. `skip` is the number of rows before the page. A page number
 * would not be enough, because pages have different numbers of rows.
 */
export const skipQuery = z.strictObject({ skip: skipSchema });
export const cutListPageQuery = pageQuery.extend({ skip: skipSchema });

/**
 * The `meta` of a list whose pages are limited by bytes. `next` is the `skip` of the next page. Null: there is no next
 * page.
 */
export const nextSkipMetaSchema = z.object({ next: z.number().int().nullable() }).meta({ id: "SkipMeta" });
export const cutListPageMetaSchema = pageMetaSchema
  .extend(nextSkipMetaSchema.shape)
  .meta({ id: "CutListPageMeta" });
export type CutListPageMeta = z.infer<typeof cutListPageMetaSchema>;

/** The query for a window. A window is a run of consecutive items in a long list ordered by time. */
export const windowSizeQuery = z.strictObject({ paging: pageSizeSchema });

/** Whether there are more items before (`above`, older) and after (`below`, newer) a window. */
export const windowMetaSchema = z
  .object({ above: z.boolean(), below: z.boolean() })
  .meta({ id: "WindowMeta" });
/** Whether there are newer items after this window. */
export const belowWindowMetaSchema = z.object({ below: z.boolean() }).meta({ id: "BelowMeta" });
export type WindowMeta = z.infer<typeof windowMetaSchema>;
