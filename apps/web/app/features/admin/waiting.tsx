import { listActivations, listMails } from "@kakehashi/contract/admin";
import { listContacts } from "@kakehashi/contract/contact";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import {
  IconChecks,
  IconChevronRight,
  IconInbox,
  IconMailExclamation,
  IconUserCheck,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../kit/api.ts";
import { together } from "../../kit/together.ts";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import styles from "./waiting.module.css";

/** Milliseconds between two looks: nothing tells an open page of what strangers send. */
const pause = 60_000;

/** How long one of the desk's lists is; renewed with the list itself, and whenever it is shown. */
function useLength(list: string, load: (signal: AbortSignal) => Promise<{ meta: PageMeta }>) {
  return useQuery({
    queryKey: ["admin", list, "waiting"],
    queryFn: async ({ signal }) => (await load(signal)).meta.total,
    staleTime: 0,
    refetchInterval: pause,
  });
}

/** What of the desk waits for an admin, each with the way there; for a start page. */
export function WaitingAtDesk() {
  const { t } = useTranslation(["admin", "common"]);
  const { data, error, refetch, isFetching } = together([
    useLength("activations", (signal) =>
      call(listActivations, { query: { status: "WAITING", paging: 1 }, signal }),
    ),
    useLength("contacts", (signal) => call(listContacts, { query: { state: "NEW", paging: 1 }, signal })),
    useLength("mails", (signal) => call(listMails, { query: { state: "FAILED", paging: 1 }, signal })),
  ]);
  if (error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows count={3} label={t("common:loading")} />;
  const [activations, contacts, mails] = data;
  const rows = [
    {
      count: activations,
      words: t("waitingActivations", { count: activations }),
      to: "/admin/activations",
      tone: "amber",
      Icon: IconUserCheck,
    },
    {
      count: contacts,
      words: t("waitingContacts", { count: contacts }),
      to: "/admin/contacts?state=NEW",
      tone: "indigo",
      Icon: IconInbox,
    },
    {
      count: mails,
      words: t("waitingMails", { count: mails }),
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
      {rows.map(({ words, to, tone, Icon }) => (
        <li key={to}>
          <Link className={styles.row ?? ""} to={to}>
            <span className={styles.icon} data-tone={tone}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
            </span>
            <span className={styles.words}>{words}</span>
            <IconChevronRight className={styles.chevron} size={18} stroke={1.6} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
