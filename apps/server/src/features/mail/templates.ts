import { profileAndAccountMails } from "./templates/account.ts";
import { adminMails } from "./templates/desk.ts";
import { emailChangeMails } from "./templates/email-change.ts";
import { invitationMails } from "./templates/invitations.ts";
import { notificationMails } from "./templates/notifications.ts";
import { projectMails } from "./templates/projects.ts";
import { securityMails } from "./templates/security.ts";
import { confirmationAndPasswordMails } from "./templates/sign-in.ts";

/** All mail templates. The database stores the name of a mail's template, so the names must not change. */
export const mailTemplates = {
  ...confirmationAndPasswordMails,
  ...emailChangeMails,
  ...securityMails,
  ...profileAndAccountMails,
  ...invitationMails,
  ...adminMails,
  ...notificationMails,
  ...projectMails,
} as const;
export type MailTemplateName = keyof typeof mailTemplates;
