import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { type RawBuilder, sql } from "kysely";

/**
 * Limits a page of ordered rows by their `bytes`: keeps rows while the rows before them take fewer than
 * `limitBytes`. So rows that cannot fit into the answer are not read. Use `octet_length` for `bytes`, which
 * does not read a stored text. JSON never makes a text shorter, so if rows are left out here, the kept rows
 * do not fit into an answer either: `list-bytes.ts` then cuts the answer and sees that there are more.
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
