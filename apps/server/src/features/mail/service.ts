import type { Language } from "@kakehashi/contract/languages";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { type MailValues, renderMail } from "./render.ts";
import type { TemplateName } from "./templates.ts";
import type { Transport } from "./transport.ts";

export { dayInWords, momentInWords } from "./moment.ts";
export type { TemplateName } from "./templates.ts";

const job = "mail";
/** Days that a mail is kept: sent ones for who asks where theirs went, others until their retries are long over. */
const keptDays = { sent: 30, unsent: 90 } as const;
/** Mails deleted at once. */
const batch = 500;

export interface Mailer {
  /** Writes a mail in the caller's transaction; it leaves after the commit, with retries. */
  send(
    executor: Kysely<DB>,
    mail: {
      to: string;
      language: Language;
      template: TemplateName;
      /** Where the button leads; none for a template without one. */
      link?: string;
      /** What stands for `{name}` in the template's words. */
      values?: MailValues;
      replyTo?: string;
    },
  ): Promise<void>;
  /**
   * How many mails of a kind a mailbox was sent within the last hour: `an+1@` and `an+2@` usually are the same one, so
   * they fill it together.
   */
  countLately(executor: Kysely<DB>, to: string, template: TemplateName): Promise<number>;
  /** Takes away what an address was sent, for when it is nobody's any more. */
  forget(executor: Kysely<DB>, to: string): Promise<void>;
  /** Deletes old mails; answers how many. */
  prune(): Promise<number>;
  /** Sends a mail anew, whatever became of it before; answers false for one that is not there. */
  resend(executor: Kysely<DB>, id: string): Promise<boolean>;
}

export function createMailer(db: Kysely<DB>, jobs: Jobs, transport: Transport): Mailer {
  jobs.define<{ id: string }>(job, async ({ id }, attempt) => {
    const mail = await db
      .selectFrom("mails")
      .select(["id", "recipient", "subject", "text_body as text", "html_body as html", "reply_to as replyTo"])
      .where("id", "=", id)
      .where("sent_at", "is", null)
      .executeTakeFirst();
    if (!mail) return;
    const outcome = db.updateTable("mails").set({ attempts: attempt }).where("id", "=", id);
    try {
      await transport.deliver(mail);
    } catch (error) {
      await outcome.set({ last_error: error instanceof Error ? error.message : String(error) }).execute();
      throw error;
    }
    await outcome.set({ sent_at: new Date(), last_error: null }).execute();
  });

  return {
    async send(executor, { to, language, template, link = "", values = {}, replyTo = null }) {
      const id = newId();
      const { subject, text, html } = renderMail(template, language, link, values);
      await executor
        .insertInto("mails")
        .values({
          id,
          recipient: to,
          language,
          template,
          subject,
          text_body: text,
          html_body: html,
          reply_to: replyTo,
        })
        .execute();
      await jobs.send(executor, job, { id });
    },

    async countLately(executor, to, template) {
      const { count } = await executor
        .selectFrom("mails")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
        .where(sql`regexp_replace(recipient, '[+][^@]*@', '@')`, "=", to.replace(/\+[^@]*@/, "@"))
        .where("template", "=", template)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async forget(executor, to) {
      await executor.deleteFrom("mails").where("recipient", "=", to).execute();
    },

    async prune() {
      let count = 0;
      for (;;) {
        const { numAffectedRows } = await sql`
          delete from mails where id = any(array(
            select id from mails
            where created_at < now() - make_interval(days => ${keptDays.sent})
              and (sent_at < now() - make_interval(days => ${keptDays.sent})
                or created_at < now() - make_interval(days => ${keptDays.unsent}))
            limit ${batch}))`.execute(db);
        count += Number(numAffectedRows ?? 0n);
        if (Number(numAffectedRows ?? 0n) < batch) return count;
      }
    },

    async resend(executor, id) {
      const { numUpdatedRows } = await executor
        .updateTable("mails")
        .set({ sent_at: null, last_error: null })
        .where("id", "=", id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await jobs.send(executor, job, { id });
      return true;
    },
  };
}
