import { retentionPeriods } from "@kakehashi/contract/retention";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

// Other features delete talks with their messages and sessions, but leave rows about them in this feature's tables. The
// functions in this file delete these rows.

const rowsPerDelete = 10_000;

/** Deletes some stored deliveries of messages to people whose session has been deleted. Returns how many. */
export async function deleteDeliveriesWithoutSession(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_deliveries where message_id in (
      select d.message_id from channel_people p join channel_deliveries d on d.person_id = p.id
      where p.session_id is null limit ${rowsPerDelete})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes some of the people who have no session any more and have done nothing for `retentionPeriods.botTalkDays`.
 * Keeps blocked people, so that they stay blocked. Returns how many were deleted.
 */
export async function deleteInactivePeople(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_people where id in (
      select id from channel_people
      where session_id is null and not is_blocked
        and coalesce(last_act_at, created_at) < now() - make_interval(days => ${retentionPeriods.botTalkDays})
      limit ${rowsPerDelete})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
