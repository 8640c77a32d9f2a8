import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Mailer } from "../mail/service.ts";
import { digestLine } from "./digest-sentences.ts";
import * as store from "./digest-store.ts";

const job = "notification-digest";
/** Seconds that a notification may be unread before it is mailed. */
export const unreadSeconds = 15 * 60;
/**
 * The fewest seconds between two such mails to one person. Notifications that come meanwhile are in the next
 * mail.
 */
export const mailPauseSeconds = 60 * 60;
/** The most lines of a mail. */
const maximumLines = 30;

interface DigestJob {
  userId: string;
  notificationId: string;
}

export interface DigestParts {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  publicUrl: string;
}

/**
 * Mails people the project notifications that they have not read for a while: all in one mail, at most once
 * an hour.
 */
export function createDigest({ db, jobs, mailer, publicUrl }: DigestParts) {
  async function mail({ userId, notificationId }: DigestJob): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const dueInSeconds = await store.lockMails(tx, userId, mailPauseSeconds);
      // It was read, or it was in an earlier mail.
      if (!(await store.isPending(tx, notificationId))) return;
      if (dueInSeconds > 0) {
        await jobs.send(tx, job, { userId, notificationId }, { after: dueInSeconds });
        return;
      }
      const reader = await store.findReader(tx, userId);
      const unread = await store.takePending(tx, userId);
      if (!reader?.isWanted || unread.length === 0) return;
      const { email, language } = reader;
      const lines = unread
        .slice(-maximumLines)
        .map((notification) => `• ${digestLine(notification, language)}`);
      const [first] = unread;
      const isOfOneProject = unread.every(({ projectId }) => projectId === first?.projectId);
      await mailer.send(tx, {
        recipient: email,
        language,
        template: "notification_digest",
        link: `${publicUrl}${first?.projectId && isOfOneProject ? `/projects/${first.projectId}` : "/notifications"}`,
        values: { lines: lines.join("\n"), count: new Intl.NumberFormat(language).format(unread.length) },
      });
      await store.markMailed(tx, userId);
    });
  }
  jobs.define<DigestJob>(job, mail);

  return {
    /** Plans the mail about this notification. Call it in the transaction that writes the notification. */
    plan: (tx: Kysely<DB>, planned: DigestJob): Promise<void> =>
      jobs.send(tx, job, planned, { after: unreadSeconds, group: planned.userId }),
  };
}
