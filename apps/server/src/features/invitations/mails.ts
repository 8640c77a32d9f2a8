import { invitationMailsPerAddressAndDay } from "@kakehashi/contract/invitations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { formatDay, type Mailer, type MailTemplateName, nameForMail } from "../mail/service.ts";
import type { ClosablePages } from "../pages/service.ts";
import * as store from "./mail-store.ts";

const mailJob = "invitation-mail";
/** How many invitation mails are written at the same time, in total and per inviter. */
const mailWorkerLimits = { workers: 2, perGroup: 1 };

/**
 * The mail templates of invitations, for three cases: the address has an account; it has none and can sign up; it has
 * none and sign-up is closed.
 */
const invitationTemplates = {
  known: { direct: "invited_direct", group: "invited_group" },
  unknown: { direct: "invited_new_direct", group: "invited_new_group" },
  closed: { direct: "invited_closed", group: "invited_closed" },
} as const satisfies Record<string, Record<"direct" | "group", MailTemplateName>>;
const allTemplateNames = [
  ...new Set(Object.values(invitationTemplates).flatMap((templateNames) => Object.values(templateNames))),
];

export interface InvitationMailDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  pages: ClosablePages;
  publicUrl: string;
}

/** Defines the job that writes the mails of invitations. */
export function createInvitationMails({ db, jobs, mailer, pages, publicUrl }: InvitationMailDependencies) {
  async function isSignUpOpen(): Promise<boolean> {
    try {
      await pages.assertOpen("/register");
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "PAGE.CLOSED") return false;
      throw error;
    }
  }

  async function writeInvitationMail({ id }: { id: string }): Promise<void> {
    const isSignUpPageOpen = await isSignUpOpen();
    await db.transaction().execute(async (tx) => {
      const invitation = await store.lockInvitationToMail(tx, id);
      if (!invitation) return;
      const { email, account_language, group_name } = invitation;
      await store.lockMailbox(tx, email);
      if ((await mailer.countRecentMails(tx, email, allTemplateNames, 24)) >= invitationMailsPerAddressAndDay)
        return;
      const templateKind = account_language !== null ? "known" : isSignUpPageOpen ? "unknown" : "closed";
      const language = account_language ?? invitation.inviter_language;
      await mailer.send(tx, {
        recipient: email,
        aboutUserId: invitation.inviter_id,
        language,
        template: invitationTemplates[templateKind][group_name === null ? "direct" : "group"],
        link: templateKind === "known" ? `${publicUrl}/invite/${id}` : `${publicUrl}/register`,
        values: {
          name: nameForMail(invitation.inviter_name),
          group: nameForMail(group_name ?? ""),
          email,
          day: formatDay(invitation.expires_at, language),
        },
      });
      await store.markInvitationMailed(tx, id);
    });
  }
  jobs.define(mailJob, writeInvitationMail, mailWorkerLimits);

  return {
    async queue(tx: Kysely<DB>, invitationId: string, inviterId: string): Promise<void> {
      await jobs.send(tx, mailJob, { id: invitationId }, { group: inviterId });
    },
  };
}
