import { z } from "zod";

/** Page size of notifications, conversations, messages and threads (spec §9). */
export const pageSize = 20;
/** The most a caller may ask for at once: keeps one answer under about 100 kB. */
export const maximumPageSize = 100;

const paging = z.coerce.number().int().min(1).max(maximumPageSize).default(pageSize);

/** `page` counts from 1; `paging` is the page's size. */
export const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  paging,
});

export const pageMeta = z.object({
  page: z.number().int(),
  paging: z.number().int(),
  total: z.number().int(),
  has_more: z.boolean(),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** A window into a long, ordered history. */
export const windowQuery = z.strictObject({ paging });

/** Whether more lies on that side of the window: `above` = older, `below` = newer. */
export const windowMeta = z.object({ above: z.boolean(), below: z.boolean() });
export type WindowMeta = z.infer<typeof windowMeta>;
