import { createHash } from "node:crypto";
import type { Language } from "@kakehashi/contract/languages";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import { type MailPlaceholderValues, renderMail } from "./render.ts";
import type { MailTemplateName } from "./templates.ts";
import type { MailTransport } from "./transport.ts";

export { formatDay, formatMoment } from "./moment.ts";
export { nameForMail, preventAutoLinks } from "./name-in-mail.ts";
export type { MailPlaceholderValues } from "./render.ts";
export type { MailTemplateName } from "./templates.ts";

const sendMailJob = "mail";
/** How many mails are sent at the same time, in total and to one mailbox. */
const sendingLimits = { workers: 3, perGroup: 1, timeoutSeconds: 120 };
/** Days after which a mail is deleted from the database. */
const retentionDays = {
  sent: retentionPeriods.sentMailDays,
  unsent: retentionPeriods.unsentMailDays,
} as const;
/** Maximum characters of the stored subject of a mail, and of the stored reason why it could not be sent. */
const maximumSubjectCharacters = 1_000;
const maximumErrorCharacters = 1_000;
/**
 * Returns a hash of the e-mail address, as the group of the mail's job. The job queue keeps the group's name for days,
 * even if the account is deleted in the meantime, so the name must not contain the address.
 */
const groupOfMailbox = (recipient: string): string =>
  createHash("sha256").update(recipient.toLowerCase()).digest("base64url");
/** How many mails one query deletes. */
const batchSize = 500;

export interface Mailer {
  /** Stores a mail in the caller's transaction. A job sends the mail after the commit, with retries. */
  send(
    executor: Kysely<DB>,
    mail: {
      recipient: string;
      language: Language;
      template: MailTemplateName;
      /** The URL of the mail's button. Absent if the template has no button. */
      link?: string;
      /** The values for the `{name}` placeholders of the template. */
      values?: MailPlaceholderValues;
      replyTo?: string;
      /** The other person whom the subject names. The mail is deleted together with their account. */
      aboutUserId?: string | null;
    },
  ): Promise<void>;
  /**
   * Counts the mails of these kinds to one mailbox in the last `hours` (default 1). Addresses such as `an+1@` and
   * `an+2@` count together, because they usually are one mailbox. Mails that are already deleted are not counted.
   */
  countRecentMails(
    executor: Kysely<DB>,
    to: string,
    templates: MailTemplateName | readonly MailTemplateName[],
    hours?: number,
  ): Promise<number>;
  /** Deletes all mails to an e-mail address. Call this when the address no longer belongs to an account. */
  deleteMailsTo(executor: Kysely<DB>, to: string): Promise<void>;
  /** Deletes old mails and returns how many. */
  deleteOldMails(): Promise<number>;
  /**
   * Sends a waiting mail without waiting for the next retry. Returns false if it was already sent or does not exist.
   */
  retryNow(executor: Kysely<DB>, id: string): Promise<boolean>;
}

export interface MailerDependencies {
  db: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  mailTransport: MailTransport;
}

export function createMailer({ db, events, jobs, mailTransport }: MailerDependencies): Mailer {
  async function deliverMail({ id }: { id: string }, attemptNumber: number): Promise<void> {
    const mail = await db
      .selectFrom("mails")
      .select(["id", "recipient", "subject", "text_body as text", "html_body as html", "reply_to as replyTo"])
      .select("last_error")
      .where("id", "=", id)
      .where("sent_at", "is", null)
      .executeTakeFirst();
    if (!mail) return;
    const hasFailedBefore = mail.last_error !== null;
    const updateMail = db.updateTable("mails").set({ attempts: attemptNumber }).where("id", "=", id);
    try {
      await mailTransport.deliver(mail);
    } catch (error) {
      await updateMail
        .set({
          last_error: (error instanceof Error ? error.message : String(error)).slice(
            0,
            maximumErrorCharacters,
          ),
        })
        .execute();
      if (!hasFailedBefore) events.publish("FailedMailsChanged", { mailId: id });
      throw error;
    }
    // Deletes the text of a sent mail, so that its secret link cannot be read from the table later.
    await updateMail.set({ sent_at: new Date(), last_error: null, text_body: "", html_body: "" }).execute();
    if (hasFailedBefore) events.publish("FailedMailsChanged", { mailId: id });
  }
  jobs.define<{ id: string }>(sendMailJob, deliverMail, sendingLimits);

  return {
    async send(executor, { recipient, language, template, link = "", values = {}, ...otherMailFields }) {
      const id = newId();
      const { subject, text, html } = renderMail(template, language, link, values);
      await executor
        .insertInto("mails")
        .values({
          id,
          recipient,
          language,
          template,
          subject: subject.slice(0, maximumSubjectCharacters),
          text_body: text,
          html_body: html,
          reply_to: otherMailFields.replyTo ?? null,
          about_user_id: otherMailFields.aboutUserId ?? null,
        })
        .execute();
      await jobs.send(executor, sendMailJob, { id }, { group: groupOfMailbox(recipient) });
    },

    async countRecentMails(executor, recipient, templates, hours = 1) {
      const { count } = await executor
        .selectFrom("mails")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("created_at", ">", sql<Date>`now() - make_interval(hours => ${hours})`)
        .where(
          sql`regexp_replace(recipient, '[+][^@]*@', '@')`,
          "=",
          recipient.replace(/^([^@+]*)\+[^@]*@/, "$1@"),
        )
        .where("template", "in", [templates].flat())
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async deleteMailsTo(executor, recipient) {
      await executor.deleteFrom("mails").where("recipient", "=", recipient).execute();
    },

    async deleteOldMails() {
      let count = 0;
      for (;;) {
        const { numAffectedRows } = await sql`
          delete from mails where id = any(array(
            select id from mails
            where created_at < now() - make_interval(days => ${retentionDays.sent})
              and (sent_at < now() - make_interval(days => ${retentionDays.sent})
                or created_at < now() - make_interval(days => ${retentionDays.unsent}))
            limit ${batchSize}))`.execute(db);
        count += Number(numAffectedRows ?? 0n);
        if (Number(numAffectedRows ?? 0n) < batchSize) return count;
      }
    },

    async retryNow(executor, id) {
      const { numUpdatedRows } = await executor
        .updateTable("mails")
        .set({ last_error: null })
        .where("id", "=", id)
        .where("sent_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await jobs.send(executor, sendMailJob, { id });
      return true;
    },
  };
}
