import {
  applyingStatuses,
  endedBeforeJoiningStatuses,
  joinedStatuses,
  type MemberStatusOrNone,
} from "@kakehashi/contract/project-membership";
import { sql } from "kysely";

/**
 * Returns statuses as an SQL list for `in`. They are literals and not query parameters: PostgreSQL uses a partial index
 * only if the query contains the same literals as the index.
 */
export const toSqlList = (statuses: readonly MemberStatusOrNone[]) =>
  sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`;

/** SQL list of the statuses of people who have joined a project. */
export const joinedStatusesSql = toSqlList(joinedStatuses);
/** SQL list of the statuses of people who have applied to a project. */
export const applyingStatusesSql = toSqlList(applyingStatuses);
/** SQL list of the statuses of people whose membership ended before they joined. */
export const endedStatusesSql = toSqlList(endedBeforeJoiningStatuses);
