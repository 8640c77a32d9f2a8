import type { Language } from "@kakehashi/contract/languages";
import type { NotificationData, NotificationType } from "@kakehashi/contract/notifications";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Mailer, MailPlaceholderValues, MailTemplateName } from "../mail/service.ts";
import type { Notifications } from "../notifications/service.ts";
import * as store from "./store.ts";

const mailCountJob = "staff-mail";
/** Minimum seconds between two mails of the same kind to one admin. */
export const staffMailPauseSeconds = 10 * 60;

/** For each kind of work that admins do: the notification about new work, and the page that lists the work. */
const staffNoticeKinds = {
  activation: {
    notification: "ACTIVATION_REQUESTED",
    countMailTemplate: "activations_waiting",
    listPath: "/admin/activations",
  },
  contact: {
    notification: "CONTACT_RECEIVED",
    countMailTemplate: "contacts_waiting",
    listPath: "/admin/contacts?state=NEW",
  },
} as const satisfies Record<
  string,
  { notification: NotificationType; countMailTemplate: MailTemplateName; listPath: `/${string}` }
>;
type StaffWorkKind = keyof typeof staffNoticeKinds;

export interface NewStaffWork {
  kind: StaffWorkKind;
  /** The person who caused the work. Null if this person has no account. */
  actorId: string | null;
  data?: NotificationData;
  /**
   * Returns the mail about one piece of work. If several pieces arrive within a short time, this mail is not sent. Then
   * the admin gets one mail with the number of pieces.
   */
  createMail: (language: Language) => {
    template: MailTemplateName;
    /** The path of the page that the mail's button opens. Absent: the page that lists this kind of work. */
    path?: `/${string}`;
    replyTo?: string;
    values: MailPlaceholderValues;
  };
}

export interface StaffDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  jobs: Jobs;
  mailer: Mailer;
  notifications: Notifications;
  live: Live;
  publicUrl: string;
}

export type Staff = ReturnType<typeof createStaff>;

/** Tells every admin about new work by a notification, a live event and a mail. */
export function createStaff(dependencies: StaffDependencies) {
  const { db, events, jobs, mailer, notifications, live, publicUrl } = dependencies;
  const log = dependencies.log.child({ feature: "staff" });

  async function mailWaitingCount({ userId, kind }: { userId: string; kind: StaffWorkKind }): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const count = await store.takeWaitingWorkCount(tx, userId, kind);
      const admin = (await store.listActiveAdmins(tx)).find(({ id }) => id === userId);
      if (count === 0 || !admin) return;
      await mailer.send(tx, {
        recipient: admin.email,
        language: admin.language,
        template: staffNoticeKinds[kind].countMailTemplate,
        link: `${publicUrl}${staffNoticeKinds[kind].listPath}`,
        values: { count: new Intl.NumberFormat(admin.language).format(count) },
      });
    });
  }
  jobs.define(mailCountJob, mailWaitingCount);

  /** Makes the clients of connected admins load the numbers of waiting work again. */
  async function publishWaitingChanged(): Promise<void> {
    const event: PersonalEvent = { type: "WAITING_CHANGED" };
    for (const { id } of await store.listActiveAdmins(db)) live.toUser(id, event);
  }
  events.on("FailedMailsChanged", publishWaitingChanged);
  events.on("ProfileDecided", publishWaitingChanged);
  events.on("ContactHandled", publishWaitingChanged);

  return {
    /**
     * Stores each admin's notification and mail, in the transaction that causes the work. An admin who got such a mail
     * recently gets a mail later, with the number of new pieces of work. Returns the notification ids for `announce`.
     */
    async notifyAdmins(
      tx: Kysely<DB>,
      { kind, actorId, data = {}, createMail: mail }: NewStaffWork,
    ): Promise<string[]> {
      const { notification, listPath } = staffNoticeKinds[kind];
      const ids: string[] = [];
      for (const { id: userId, email, language } of await store.listActiveAdmins(tx)) {
        ids.push(await notifications.write(tx, { userId, type: notification, actorId, data }));
        const { waiting, dueInSeconds } = await store.addWaitingWork(tx, userId, kind, staffMailPauseSeconds);
        if (waiting === 0) {
          const { path = listPath, ...mailContent } = mail(language);
          await mailer.send(tx, {
            recipient: email,
            aboutUserId: actorId,
            language,
            link: `${publicUrl}${path}`,
            ...mailContent,
          });
        } else if (waiting === 1)
          await jobs.send(tx, mailCountJob, { userId, kind }, { after: dueInSeconds });
      }
      return ids;
    },

    /** Sends the stored notifications as live events. Call this after the commit. Never rejects. */
    async announce(ids: readonly string[]): Promise<void> {
      await notifications.announce(ids);
      await publishWaitingChanged().catch((error: unknown) =>
        log.error({ err: error }, "Telling the admins what waits failed."),
      );
    },
  };
}
