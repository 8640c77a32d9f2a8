import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";
import { invitationsFromClause } from "./store.ts";

export interface ReceivedInvitationRow {
  id: string;
  inviter: { id: string; name: string };
  conversation_id: string | null;
  group_name: string | null;
  accepted: boolean;
  /**
   * Whether the person can accept the invitation: it is neither expired nor revoked, the account of its inviter is
   * neither deleted nor blocked, and the inviter is still a member of the group.
   */
  valid: boolean;
}

/**
 * The columns of a received invitation, for a query with the tables `i` (invitations), `u` (the inviter) and `c` (the
 * group).
 */
const receivedColumns = sql`
  i.id, ${personJson} as inviter, i.conversation_id, c.name as group_name, i.accepted_at is not null as accepted,
  i.revoked_at is null and i.expires_at > now() and u.deleted_at is null and u.blocked_at is null
    and (i.conversation_id is null or exists (
      select from conversation_members m where m.conversation_id = i.conversation_id and m.user_id = i.inviter_id)
    ) as valid`;

/**
 * SQL query for an invitation: it was sent to this person's address and is not accepted yet, or this person accepted
 * it.
 */
const selectInvitationsReceivedBy = (id: string, userId: string) => sql`
  select ${receivedColumns} from ${invitationsFromClause} join users me on me.id = ${userId}
  where i.id = ${id} and (i.accepted_by = me.id or (i.accepted_at is null and i.email = me.email))`;

export async function findReceivedInvitation(db: Executor, id: string, userId: string) {
  const { rows } = await sql<ReceivedInvitationRow>`${selectInvitationsReceivedBy(id, userId)}`.execute(db);
  return rows[0];
}

/**
 * Finds a received invitation and locks it, so that nobody accepts or revokes it until the transaction ends.
 */
export async function lockReceivedInvitation(tx: Executor, id: string, userId: string) {
  const { rows } =
    await sql<ReceivedInvitationRow>`${selectInvitationsReceivedBy(id, userId)} for update of i`.execute(tx);
  return rows[0];
}

/**
 * Returns at most `limit` invitations to a person's e-mail address that the person has not accepted. Expired and
 * revoked invitations are among them; `valid` tells them apart. With `afterId`, returns only invitations with a higher
 * id.
 */
export async function listReceivedInvitations(
  db: Executor,
  userId: string,
  afterId: string | null,
  limit: number,
): Promise<ReceivedInvitationRow[]> {
  const { rows } = await sql<ReceivedInvitationRow>`
    select ${receivedColumns} from ${invitationsFromClause} join users me on me.email = i.email
    where me.id = ${userId} and i.accepted_at is null and (${afterId}::uuid is null or i.id > ${afterId})
    order by i.id limit ${limit}`.execute(db);
  return rows;
}

export function markInvitationAccepted(tx: Executor, id: string, userId: string) {
  return tx
    .updateTable("invitations")
    .set({ accepted_at: sql`now()`, accepted_by: userId })
    .where("id", "=", id)
    .execute();
}
