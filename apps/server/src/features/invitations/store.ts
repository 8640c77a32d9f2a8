import type { Invitation } from "@kakehashi/contract/invitations";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { secondsFromNowSql } from "../../kit/db/moments.ts";

interface InvitationRow {
  id: string;
  email: string;
  conversation_id: string | null;
  created_at: Date;
  expires_at: Date;
}
const invitationColumns = ["id", "email", "conversation_id", "created_at", "expires_at"] as const;

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  conversation_id: row.conversation_id,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** SQL for invitations (`i`) joined with their inviter (`u`) and their group (`c`). */
export const invitationsFromClause = sql`
  invitations i join users u on u.id = i.inviter_id left join conversations c on c.id = i.conversation_id`;

/**
 * Locks the inviter and returns their e-mail address. Because of the lock, parallel invitations by the same person are
 * counted one after another.
 */
export async function lockInviter(tx: Executor, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.email;
}

/**
 * Returns how many invitations a person sent within the last day, and in how many seconds the oldest of them will be a
 * day old.
 */
export async function countSentInvitationsOfLastDay(
  tx: Executor,
  userId: string,
): Promise<{ count: number; wait: number }> {
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(created_at) + interval '1 day' - now())), 0)::int as wait
    from invitations where inviter_id = ${userId} and created_at > now() - interval '1 day'`.execute(tx);
  return rows[0] ?? { count: 0, wait: 0 };
}

export async function countPendingInvitations(tx: Executor, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations
    where conversation_id = ${roomId} and accepted_at is null and revoked_at is null and expires_at > now()`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

interface NewInvitation {
  inviterId: string;
  email: string;
  roomId: string | null;
}

/** Finds an invitation with the same inviter, address and room that is neither accepted nor revoked. */
export async function findDuplicateInvitation(
  tx: Executor,
  { inviterId, email, roomId }: NewInvitation,
): Promise<{ id: string; expired: boolean } | undefined> {
  return tx
    .selectFrom("invitations")
    .select(["id", sql<boolean>`expires_at <= now()`.as("expired")])
    .where("inviter_id", "=", inviterId)
    .where("email", "=", email)
    .where("conversation_id", roomId === null ? "is" : "=", roomId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets a later expiry for a pending invitation. */
export async function extendInvitation(
  tx: Executor,
  id: string,
  lifetimeSeconds: number,
): Promise<Invitation> {
  const row = await tx
    .updateTable("invitations")
    .set({ expires_at: secondsFromNowSql(lifetimeSeconds) })
    .where("id", "=", id)
    .returning(invitationColumns)
    .executeTakeFirstOrThrow();
  return toInvitation(row);
}

/** Makes an expired invitation pending again. It then counts towards the invitations of the current day. */
export async function renewExpiredInvitation(
  tx: Executor,
  id: string,
  lifetimeSeconds: number,
): Promise<Invitation> {
  const row = await tx
    .updateTable("invitations")
    .set({ created_at: sql`now()`, expires_at: secondsFromNowSql(lifetimeSeconds) })
    .where("id", "=", id)
    .returning(invitationColumns)
    .executeTakeFirstOrThrow();
  return toInvitation(row);
}

export async function insertInvitation(
  tx: Executor,
  { id, inviterId, email, roomId }: NewInvitation & { id: string },
  lifetimeSeconds: number,
): Promise<Invitation> {
  const row = await tx
    .insertInto("invitations")
    .values({
      id,
      inviter_id: inviterId,
      email,
      conversation_id: roomId,
      expires_at: secondsFromNowSql(lifetimeSeconds),
    })
    .returning(invitationColumns)
    .executeTakeFirstOrThrow();
  return toInvitation(row);
}

/** Finds the pending invitations of a room. With `inviterId`, only those by this person. */
export async function listPendingInvitations(
  db: Executor,
  roomId: string,
  inviterId: string | null,
  limit: number,
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .select(invitationColumns)
    .where("conversation_id", "=", roomId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .$if(inviterId !== null, (query) => query.where("inviter_id", "=", inviterId ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toInvitation);
}

/** Revokes an invitation. Returns false if there is no such invitation that this person may revoke. */
export async function revokeInvitation(db: Executor, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update invitations i set revoked_at = now()
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null
      and (i.inviter_id = ${userId} or exists (
        select from conversation_members m
        where m.conversation_id = i.conversation_id and m.user_id = ${userId} and m.role = 'OWNER'))
    returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes invitations that expired long ago. Returns how many were deleted. */
export async function deleteOldInvitations(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitations where id = any(array(
      select id from invitations where expires_at < now() - make_interval(days => ${retentionPeriods.endedInvitationDays})
      limit 10000))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
