import {
  applyingStatuses,
  endedStatuses,
  joinedStatuses,
  type MemberState,
} from "@kakehashi/contract/project-membership";
import { sql } from "kysely";

/**
 * Returns an SQL list of statuses for `in`. The statuses are literals and not parameters, because PostgreSQL uses a
 * partial index only if the query has its literals.
 */
export const toSqlList = (statuses: readonly MemberState[]) =>
  sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`;

/** The statuses of people who have joined a project. */
export const joinedStatusList = toSqlList(joinedStatuses);
/** The statuses of people who have applied to a project. */
export const applyingStatusList = toSqlList(applyingStatuses);
/** The statuses of people whose membership ended before they joined. */
export const endedStatusList = toSqlList(endedStatuses);
