import type { Kysely } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Mailer } from "../mail/service.ts";
import { digestLine, type MailedNews } from "./digest-sentences.ts";
import * as store from "./digest-store.ts";

const job = "notification-digest";
/** Seconds that a notification may be unread before it is mailed. */
export const unreadSeconds = 15 * 60;
/**
 * The fewest seconds between two digests to one person. Notifications of this time wait for the next digest.
 */
export const mailPauseSeconds = 60 * 60;
/** The most lines of a mail. */
const maximumLines = 30;

interface DigestJob {
  userId: string;
  /** The id of the notification, or of another feature's event. Stored jobs use this name for both. */
  notificationId: string;
}

/** Events of another feature that people read elsewhere and that have no notification. */
export interface DigestSource {
  /** Whether the person still has to be mailed about the event. */
  isPending(tx: Executor, id: string): Promise<boolean>;
  /** Removes the mail marks from a person's events, and returns the events that they have not seen. */
  takePending(tx: Executor, userId: string): Promise<MailedNews[]>;
}

export interface DigestParts {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  publicUrl: string;
}

/**
 * Mails people the project notifications and other features' events that they have not read for a while. One
 * mail contains all of them, at most once an hour.
 */
export function createDigest({ db, jobs, mailer, publicUrl }: DigestParts) {
  const sources: DigestSource[] = [];

  async function isPending(tx: Executor, id: string): Promise<boolean> {
    if (await store.isPending(tx, id)) return true;
    for (const source of sources) if (await source.isPending(tx, id)) return true;
    return false;
  }

  /** Oldest first. */
  async function takePending(tx: Executor, userId: string): Promise<MailedNews[]> {
    const news: MailedNews[] = await store.takePending(tx, userId);
    for (const source of sources) news.push(...(await source.takePending(tx, userId)));
    return news.sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  /** The page that shows the content of the mail. */
  function pageOf(news: readonly MailedNews[]): string {
    // A removed person may not be able to open the project. Their start page shows the removal.
    if (news.some(({ type }) => type === "REMOVED")) return "/home";
    const [first] = news;
    const isOfOneProject = news.every(({ projectId }) => projectId === first?.projectId);
    return first?.projectId && isOfOneProject ? `/projects/${first.projectId}` : "/notifications";
  }

  async function mail({ userId, notificationId }: DigestJob): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const dueInSeconds = await store.lockMails(tx, userId, mailPauseSeconds);
      // The notification was read since, or was in an earlier mail.
      if (!(await isPending(tx, notificationId))) return;
      if (dueInSeconds > 0) {
        await jobs.send(tx, job, { userId, notificationId }, { after: dueInSeconds });
        return;
      }
      const reader = await store.findReader(tx, userId);
      const unread = await takePending(tx, userId);
      if (!reader?.isWanted || unread.length === 0) return;
      const { email, language } = reader;
      const lines = unread.slice(-maximumLines).map((news) => `• ${digestLine(news, language)}`);
      await mailer.send(tx, {
        recipient: email,
        language,
        template: "notification_digest",
        link: `${publicUrl}${pageOf(unread)}`,
        values: { lines: lines.join("\n"), count: new Intl.NumberFormat(language).format(unread.length) },
      });
      await store.markMailed(tx, userId);
    });
  }
  jobs.define<DigestJob>(job, mail);

  return {
    /** Registers another feature's events. Call it before the jobs start. */
    addSource: (source: DigestSource): number => sources.push(source),

    /** Plans the mail about a notification or event. Call it in the transaction that writes it. */
    plan: (tx: Kysely<DB>, planned: DigestJob): Promise<void> =>
      jobs.send(tx, job, planned, { after: unreadSeconds, group: planned.userId }),
  };
}
