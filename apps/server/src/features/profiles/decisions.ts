import type { ActivationDecision } from "@kakehashi/contract/activation";
import type { NotificationType } from "@kakehashi/contract/notifications";
import type { MailTemplateName } from "../mail/service.ts";

/** For each action of an admin on a profile: the notification and the mail to the profile's owner. */
export const notificationAndMailByDecision = {
  accept: {
    notificationType: "ACCEPT_REQUEST_ACTIVE_ACCOUNT",
    template: "profile_accepted",
    linkPath: "/home",
  },
  refuse: {
    notificationType: "REJECT_REQUEST_ACTIVE_ACCOUNT",
    template: "profile_refused",
    linkPath: "/profile",
  },
  block: { notificationType: "DEACTIVATE_ACCOUNT", template: "profile_blocked", linkPath: "/profile" },
  unblock: { notificationType: "ACTIVE_ACCOUNT", template: "profile_unblocked", linkPath: "/home" },
} as const satisfies Record<
  ActivationDecision,
  { notificationType: NotificationType; template: MailTemplateName; linkPath: `/${string}` }
>;
