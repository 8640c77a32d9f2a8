import {
  applyingStatuses,
  endedStatuses,
  joinedStatuses,
  type MemberState,
} from "@kakehashi/contract/project-membership";
import { sql } from "kysely";

/** Writes statuses as an SQL list for `in`. They are literals, so that the planner finds partial indexes. */
export const toSqlList = (statuses: readonly MemberState[]) =>
  sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`;

/** The statuses of people who belong to the project's team. */
export const joinedStatusList = toSqlList(joinedStatuses);
/** The statuses of people who have applied to a project. */
export const applyingStatusList = toSqlList(applyingStatuses);
/** The statuses of people whose membership ended before they joined. */
export const endedStatusList = toSqlList(endedStatuses);
