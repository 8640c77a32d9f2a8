import {
  IconChecks,
  IconChevronRight,
  IconInbox,
  IconMailExclamation,
  IconUserCheck,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./waiting.module.css";
import { adminWaitingCountsQuery } from "./waiting-queries.ts";

/**
 * Links to the pages on which items wait for an admin. Each link shows how many items wait. The links are on the start
 * page.
 */
export function WaitingForAdmin() {
  return (
    <LoadedContent query={useQuery(adminWaitingCountsQuery)}>
      {(counts) => <WaitingLinks {...counts} />}
    </LoadedContent>
  );
}

function WaitingLinks({
  activations,
  contacts,
  mails,
}: Record<"activations" | "contacts" | "mails", number>) {
  const { t } = useTranslation("admin");
  const rows = [
    {
      count: activations,
      text: t("waitingActivations", { count: activations }),
      to: "/admin/activations",
      tone: "amber",
      Icon: IconUserCheck,
    },
    {
      count: contacts,
      text: t("waitingContacts", { count: contacts }),
      to: "/admin/contacts?state=NEW",
      tone: "indigo",
      Icon: IconInbox,
    },
    {
      count: mails,
      text: t("waitingMails", { count: mails }),
      to: "/admin/mails?state=FAILED",
      tone: "accent",
      Icon: IconMailExclamation,
    },
  ].filter(({ count }) => count > 0);
  if (rows.length === 0) {
    return (
      <EmptyState icon={<IconChecks size={24} stroke={1.6} />} title={t("calmTitle")} text={t("calmText")} />
    );
  }
  return (
    <ul>
      {rows.map(({ text, to, tone, Icon }) => (
        <li key={to}>
          <Link className={styles.row ?? ""} to={to}>
            <span className={styles.icon} data-tone={tone}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
            </span>
            <span className={styles.linkText}>{text}</span>
            <IconChevronRight className={styles.chevron} size={18} stroke={1.6} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
