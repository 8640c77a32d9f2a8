import type { Language } from "@kakehashi/contract/languages";
import { defaultSettings, type StoredSettings } from "@kakehashi/contract/user-settings";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { DigestEntry } from "./digest-sentences.ts";

/**
 * Locks the person's digest until the transaction ends, so that two jobs never mail the same notifications. Returns the
 * seconds until the next mail may be sent, or 0 if it may be sent now.
 */
export async function lockDigestAndReadDelay(
  tx: Executor,
  userId: string,
  pauseSeconds: number,
): Promise<number> {
  const { rows } = await sql<{ due_in: number }>`
    insert into notification_mails as known (user_id) values (${userId})
    on conflict (user_id) do update set mailed_at = known.mailed_at
    returning greatest(0, ceil(extract(epoch from
      mailed_at + make_interval(secs => ${pauseSeconds}) - now())))::integer as due_in`.execute(tx);
  return rows[0]?.due_in ?? 0;
}

/** Whether the notification is still unread and not yet mailed. */
export async function isNotificationMailPending(tx: Executor, notificationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where id = ${notificationId} and mail_pending and read_at is null`.execute(tx);
  return rows.length > 0;
}

export interface DigestReader {
  readonly email: string;
  readonly language: Language;
  readonly wantsDigest: boolean;
}

/** Returns the receiver of the mail. Undefined if the receiver's account was deleted or blocked. */
export async function findDigestReader(tx: Executor, userId: string): Promise<DigestReader | undefined> {
  const { rows } = await sql<{ email: string; language: Language; settings: StoredSettings }>`
    select email, interface_language as language, settings from users
    where id = ${userId} and deleted_at is null and blocked_at is null`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { mail_digest } = { ...defaultSettings, ...row.settings };
  return { email: row.email, language: row.language, wantsDigest: mail_digest };
}

/** Marks all notifications that wait for a mail to this person as mailed. Returns those that are still unread. */
export async function takePendingDigestEntries(tx: Executor, userId: string): Promise<DigestEntry[]> {
  const { rows } = await sql<DigestEntry>`
    with taken as (
      update notifications set mail_pending = false where user_id = ${userId} and mail_pending
      returning type, actor_id, data, read_at, created_at
    )
    select t.type, a.name as actor, coalesce(a.id = ${userId}, false) as "isOwnAction",
      coalesce(t.data -> 'project' ->> 'name', '') as project,
      t.data -> 'project' ->> 'id' as "projectId", coalesce(t.data ->> 'reason', '') as "actorReason", t.created_at as at
    from taken t left join users a on a.id = t.actor_id and a.deleted_at is null
    where t.read_at is null and (t.data -> 'project' is not null or t.type like 'TRANSLATION_%')`.execute(tx);
  return rows;
}

export async function markDigestMailed(tx: Executor, userId: string): Promise<void> {
  await sql`update notification_mails set mailed_at = now() where user_id = ${userId}`.execute(tx);
}
