import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { type RawBuilder, sql } from "kysely";

/**
 * Limits a page of ordered rows by the sum of their column `bytes`, so that the database does not send rows that cannot
 * fit into the answer. Returns a row only if the rows before it have fewer than `limitBytes` bytes together. Compute
 * `bytes` with `octet_length`, which does not read the stored text. Rows are left out only if the returned rows already
 * fill an answer, so `list-bytes.ts` cuts the page there and reports that more rows follow.
 */
export const rowsWithinBytes = (
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limitBytes = maximumListBytes,
) => sql`(
  select * from (
    select *, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as bytes_before
    from (${page}) page
  ) summed where bytes_before < ${limitBytes})`;
