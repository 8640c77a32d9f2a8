import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { type RawBuilder, sql } from "kysely";

/**
 * Of an ordered page of rows, each with its `bytes`: those before which the others take fewer than `most`. What no answer
 * has room for is not read. For `bytes` take `octet_length`: of a stored text it is known without reading it.
 *
 * Written as JSON, no text gets shorter. So where rows are left out, those that are answered do not fit into an answer
 * either, and whoever cuts them to one (`list-bytes.ts`) sees that there is more.
 */
export const rowsWithinBytes = (
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  most = maximumListBytes,
) => sql`(
  select * from (
    select *, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as bytes_before
    from (${page}) page
  ) summed where bytes_before < ${most})`;
