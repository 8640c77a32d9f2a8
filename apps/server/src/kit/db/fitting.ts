import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { type RawBuilder, sql } from "kysely";

/**
 * Limits a page of ordered rows by their column `bytes`. Returns a row only if the rows before it have fewer than
 * `limitBytes` together, so that the database does not send rows that cannot fit into the answer. Compute `bytes`
 * with `octet_length`, which does not read a stored text. A text is never shorter as JSON: if this statement leaves
 * rows out, the returned rows are too long for one answer too, and `list-bytes.ts` notices that there are more.
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
