import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { type RawBuilder, sql } from "kysely";

/**
 * Limits a page of ordered rows by their column `bytes`, so that the database does not send rows that cannot fit into
 * the answer. Returns a row only if the rows before it have fewer than `limitBytes` together. Compute `bytes` with
 * `octet_length`, which does not read a stored text. A text never gets shorter when it is written as JSON. So if this
 * statement leaves out rows, the returned rows are too long for one answer, and `list-bytes.ts` notices that more rows
 * follow.
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
