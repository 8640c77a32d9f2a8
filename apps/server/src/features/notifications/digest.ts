import type { Kysely } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Mailer } from "../mail/service.ts";
import { type DigestEntry, formatDigestLine } from "./digest-sentences.ts";
import * as store from "./digest-store.ts";

const digestJob = "notification-digest";
/** Seconds after which an unread notification is mailed. */
export const mailAfterUnreadSeconds = 15 * 60;
/** Minimum seconds between two digest mails to one person. Notifications in this time wait for the next digest. */
export const digestPauseSeconds = 60 * 60;
/** Maximum lines of a digest mail. */
const maximumLines = 30;

interface DigestJob {
  userId: string;
  /**
   * The id of the notification or of another feature's event. This field must keep its name, because stored jobs
   * contain it.
   */
  notificationId: string;
}

/**
 * Another feature's source of events that have no notification but are mailed in the digest, such as the removal from a
 * project.
 */
export interface DigestSource {
  /** Whether the event must still be mailed to the person. */
  isPending(tx: Executor, id: string): Promise<boolean>;
  /** Marks the events that wait for a mail to this person as mailed. Returns those that the person has not seen. */
  takePendingNotices(tx: Executor, userId: string): Promise<DigestEntry[]>;
}

export interface DigestDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  publicUrl: string;
}

/**
 * Mails people the notifications about projects and translations, and the events of other features, that stay unread
 * for a while. All of them are in one mail, and a person gets at most one mail per hour.
 */
export function createDigest({ db, jobs, mailer, publicUrl }: DigestDependencies) {
  const sources: DigestSource[] = [];

  async function isPending(tx: Executor, id: string): Promise<boolean> {
    if (await store.isNotificationMailPending(tx, id)) return true;
    for (const source of sources) if (await source.isPending(tx, id)) return true;
    return false;
  }

  /**
   * Marks all notifications and events that wait for a mail to this person as mailed. Returns the unread ones, oldest
   * first.
   */
  async function takePendingNotices(tx: Executor, userId: string): Promise<DigestEntry[]> {
    const notices: DigestEntry[] = await store.takePendingDigestEntries(tx, userId);
    for (const source of sources) notices.push(...(await source.takePendingNotices(tx, userId)));
    return notices.sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Returns the path of the page that the mail's button opens. */
  function chooseButtonPath(notices: readonly DigestEntry[]): string {
    // The start page shows the removal. The project's page would not do, because a removed person may no longer be able
    // to open it.
    if (notices.some(({ type }) => type === "REMOVED")) return "/home";
    const [firstNotice] = notices;
    const isOfOneProject = notices.every(({ projectId }) => projectId === firstNotice?.projectId);
    return firstNotice?.projectId && isOfOneProject ? `/projects/${firstNotice.projectId}` : "/notifications";
  }

  async function mailDigest({ userId, notificationId }: DigestJob): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const dueInSeconds = await store.lockDigestAndReadDelay(tx, userId, digestPauseSeconds);
      // No mail is sent if the notification is already read, or if an earlier mail contained it.
      if (!(await isPending(tx, notificationId))) return;
      if (dueInSeconds > 0) {
        await jobs.send(tx, digestJob, { userId, notificationId }, { after: dueInSeconds });
        return;
      }
      const reader = await store.findDigestReader(tx, userId);
      const unreadNotices = await takePendingNotices(tx, userId);
      if (!reader?.wantsDigest || unreadNotices.length === 0) return;
      const { email, language } = reader;
      const lines = unreadNotices
        .slice(-maximumLines)
        .map((notice) => `• ${formatDigestLine(notice, language)}`);
      await mailer.send(tx, {
        recipient: email,
        language,
        template: "notification_digest",
        link: `${publicUrl}${chooseButtonPath(unreadNotices)}`,
        values: {
          lines: lines.join("\n"),
          count: new Intl.NumberFormat(language).format(unreadNotices.length),
        },
      });
      await store.markDigestMailed(tx, userId);
    });
  }
  jobs.define<DigestJob>(digestJob, mailDigest);

  return {
    /** Registers another feature's source of events. Call this before the jobs start. */
    addDigestSource: (source: DigestSource): number => sources.push(source),

    /**
     * Queues a mail about a notification or event. Call this in the transaction that writes the notification or event.
     */
    plan: (tx: Kysely<DB>, job: DigestJob): Promise<void> =>
      jobs.send(tx, digestJob, job, { after: mailAfterUnreadSeconds, group: job.userId }),
  };
}
