import {
  applyingStatuses,
  endedStatuses,
  joinedStatuses,
  type MemberState,
} from "@kakehashi/contract/project-membership";
import { sql } from "kysely";

/** Writes statuses as an SQL list for `in`. They are literals, so that the planner finds partial indexes. */
export const statusList = (statuses: readonly MemberState[]) =>
  sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`;

/** The statuses of people who belong to the project's team. */
export const joinedStatusList = statusList(joinedStatuses);
/** The statuses of people who have applied to a project. */
export const applyingStatusList = statusList(applyingStatuses);
/** The statuses of people whose membership ended before they joined. */
export const endedStatusList = statusList(endedStatuses);
