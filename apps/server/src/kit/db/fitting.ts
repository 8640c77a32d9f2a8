import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { type RawBuilder, sql } from "kysely";

/**
 * Limits a page of ordered rows by the sum of the column `bytes`, so that the database sends no rows that cannot fit
 * into the HTTP response. A row is returned only if the rows before it have fewer than `limitBytes` bytes in total.
 * Compute `bytes` with `octet_length`, which does not read the stored text. Later, `list-bytes.ts` cuts the page to the
 * exact size and reports that more rows follow.
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
