import type { MemberStatus } from "@kakehashi/contract/project-membership";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";

const toneByStatus = {
  WAITING: "amber",
  WAITING_CONFIRM_INVITE: "indigo",
  WAITING_ACCEPT_APPLY: "indigo",
  ACTIVE: "jade",
  ACCEPTED_APPLY: "jade",
  AGREED_INVITE: "jade",
  CANCELED_APPLY: "plain",
  REFUSED_INVITE: "plain",
  REFUSED_APPLY: "plain",
} as const satisfies Record<MemberStatus, string>;

/** A badge with a person's status in a project. In a closed project nobody is active, so members have "joined". */
export function MemberBadge({
  status,
  is_host = false,
  isClosed = false,
}: {
  status: MemberStatus;
  is_host?: boolean;
  isClosed?: boolean;
}) {
  const { t } = useTranslation("projects");
  const shownStatus = isClosed && status === "ACTIVE" ? "ACCEPTED_APPLY" : status;
  return (
    <Badge tone={is_host ? "violet" : toneByStatus[shownStatus]}>
      {is_host ? t("statusHost") : t(`status_${shownStatus}`)}
    </Badge>
  );
}
