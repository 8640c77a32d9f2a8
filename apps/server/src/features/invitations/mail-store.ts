import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { invitationsFromClause } from "./store.ts";

export interface InvitationToMail {
  email: string;
  expires_at: Date;
  inviter_id: string;
  inviter_name: string;
  inviter_language: Language;
  group_name: string | null;
  /** The language of the account with the invited e-mail address. Null if there is no such account. */
  account_language: Language | null;
}

/**
 * Locks an invitation and returns the content of its mail. Undefined if no mail has to be sent, or if one was sent
 * within the last day.
 */
export async function lockInvitationToMail(tx: Executor, id: string): Promise<InvitationToMail | undefined> {
  const { rows } = await sql<InvitationToMail>`
    select i.email, i.expires_at, i.inviter_id, u.name as inviter_name, u.interface_language as inviter_language,
      c.name as group_name,
      (select a.interface_language from users a
       where a.email = i.email and a.confirmed_at is not null and a.deleted_at is null) as account_language
    from ${invitationsFromClause}
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
      and (i.mailed_at is null or i.mailed_at < now() - interval '1 day')
      and u.deleted_at is null and u.blocked_at is null
    for update of i`.execute(tx);
  return rows[0];
}

/**
 * Locks a mailbox until the transaction ends, so that parallel mails to the mailbox are counted one after the other.
 */
export function lockMailbox(tx: Executor, email: string) {
  const mailbox = email.replace(/^([^@+]*)\+[^@]*@/, "$1@");
  return sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${mailbox}`}, 0))`.execute(tx);
}

export function markInvitationMailed(tx: Executor, id: string) {
  return tx.updateTable("invitations").set({ mailed_at: sql`now()` }).where("id", "=", id).execute();
}
