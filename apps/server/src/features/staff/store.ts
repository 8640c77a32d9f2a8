import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

export interface AdminRecipient {
  id: string;
  email: string;
  language: Language;
}

/**
 * Returns every admin who can act, always in the same order. The caller changes one row for each admin in this order,
 * so that two transactions cannot deadlock.
 */
export async function listActiveAdmins(db: Executor): Promise<AdminRecipient[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "email", "interface_language as language"])
    .where("role", "=", "admin")
    .where("confirmed_at", "is not", null)
    .where("blocked_at", "is", null)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  return rows;
}

/**
 * Counts one more piece of new work for an admin. If the returned `waiting` is 0, a mail may be sent now. Otherwise the
 * last mail is too recent (less than `pauseSeconds` old): `waiting` is the number of pieces since that mail, and the
 * next mail may be sent in `dueInSeconds`.
 */
export async function addWaitingWork(
  db: Executor,
  userId: string,
  kind: string,
  pauseSeconds: number,
): Promise<{ waiting: number; dueInSeconds: number }> {
  const { rows } = await sql<{ waiting: number; due_in: number }>`
    insert into staff_mails as known (user_id, kind, mailed_at) values (${userId}, ${kind}, now())
    on conflict (user_id, kind) do update set
      waiting = case when known.waiting = 0 and known.mailed_at <= now() - make_interval(secs => ${pauseSeconds})
        then 0 else known.waiting + 1 end,
      mailed_at = case when known.waiting = 0 and known.mailed_at <= now() - make_interval(secs => ${pauseSeconds})
        then now() else known.mailed_at end
    returning waiting,
      ceil(extract(epoch from mailed_at + make_interval(secs => ${pauseSeconds}) - now()))::integer as due_in`.execute(
    db,
  );
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, dueInSeconds: Math.max(1, row?.due_in ?? 1) };
}

/** Returns the number of new pieces of work for an admin's mail, and resets it to 0. If it is 0, no mail is needed. */
export async function takeWaitingWorkCount(db: Executor, userId: string, kind: string): Promise<number> {
  const row = await db
    .selectFrom("staff_mails")
    .select("waiting")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("waiting", ">", 0)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 0;
  await db
    .updateTable("staff_mails")
    .set({ waiting: 0, mailed_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .execute();
  return row.waiting;
}
