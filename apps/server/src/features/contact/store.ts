import type { ContactMessage } from "@kakehashi/contract/contact";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

type ContactState = ContactMessage["state"];

export interface NewContactMessage {
  id: string;
  form_id: string | null;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  country: string;
  topic: ContactMessage["topic"];
  plan: string;
  language: Language;
  message: string;
  state: ContactState;
}

/** Stores a contact message. Returns undefined if this form was already submitted. */
export function insertContactMessage(db: Executor, contact: NewContactMessage) {
  return db
    .insertInto("contact_messages")
    .values(contact)
    .onConflict((conflict) => conflict.column("form_id").doNothing())
    .returning("id")
    .executeTakeFirst();
}

/**
 * Locks the sending of confirmation mails for contact messages until the transaction ends, so that only one transaction
 * at a time sends them. If somebody sends two messages at once, the second transaction finds the mail of the first.
 */
export function lockConfirmationMails(tx: Executor) {
  return sql`select pg_advisory_xact_lock(hashtext('contact receipts'))`.execute(tx);
}

function selectContactMessages(db: Executor) {
  return db
    .selectFrom("contact_messages as c")
    .leftJoin("users as u", "u.id", "c.replied_by")
    .select(["c.id", "c.first_name", "c.last_name", "c.phone", "c.email", "c.country", "c.topic", "c.plan"])
    .select(["c.language", "c.message", "c.state", "c.reply", "c.replied_at", "c.created_at"])
    .select("u.name as replied_by");
}

type ContactMessageRow = Awaited<
  ReturnType<ReturnType<typeof selectContactMessages>["executeTakeFirstOrThrow"]>
>;

function toContactMessage(row: ContactMessageRow): ContactMessage {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    replied_at: row.replied_at?.toISOString() ?? null,
  } as ContactMessage;
}

export async function findContactMessage(db: Executor, id: string): Promise<ContactMessage | undefined> {
  const row = await selectContactMessages(db).where("c.id", "=", id).executeTakeFirst();
  return row && toContactMessage(row);
}

export async function listContactMessages(
  db: Executor,
  {
    state,
    search,
    page,
    paging,
  }: { state: ContactState | undefined; search: string; page: number; paging: number },
): Promise<{ messages: ContactMessage[]; total: number }> {
  const likePattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  // The search reads the person's name in both orders (given name first, family name first), because people type either
  // order.
  const searchedText = sql`concat_ws(' ', c.first_name, c.last_name, c.first_name, c.email, c.phone, c.message, c.reply)`;
  const rows = await selectContactMessages(db)
    .select(sql<number>`count(*) over ()`.as("total"))
    .where(state ? sql<boolean>`c.state = ${state}` : sql<boolean>`c.state <> 'SPAM'`)
    .$if(search !== "", (query) => query.where(searchedText, "ilike", likePattern))
    .orderBy("c.created_at", "desc")
    .orderBy("c.id")
    .limit(paging)
    .offset((page - 1) * paging)
    .execute();
  return {
    messages: rows.map(({ total: _, ...row }) => toContactMessage(row)),
    total: Number(rows[0]?.total ?? 0),
  };
}

export function updateState(db: Executor, id: string, state: ContactState) {
  return db.updateTable("contact_messages").set({ state }).where("id", "=", id).execute();
}

/**
 * Stores an admin's answer to a contact message. Returns the fields for the mail to the sender. Returns undefined if
 * another admin has already answered.
 */
export function setContactReply(db: Executor, id: string, reply: string, authorId: string | null) {
  return db
    .updateTable("contact_messages")
    .set({ reply, replied_by: authorId, replied_at: sql`now()`, state: "ANSWERED" })
    .where("id", "=", id)
    .where("reply", "is", null)
    .returning(["first_name", "last_name", "email", "language", "message"])
    .executeTakeFirst();
}
