import { listMails, mailStates, type OutgoingMail, resendMail } from "@kakehashi/contract/admin";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { Table } from "../../kit/table/table.tsx";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";

const mailStateTextKeys = { SENT: "stateSENT", WAITING: "stateWAITING", FAILED: "stateFAILED" } as const;
const mailStateTones = { SENT: "jade", WAITING: "amber", FAILED: "accent" } as const;

/** The list of the server's outgoing mails. A failed mail shows its error and a button that sends it again. */
export function OutgoingMails() {
  const { t } = useTranslation(["admin", "desk"]);
  const format = useFormat();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(resendMail, { params: { id } }),
    onSuccess: () => toast(t("resent")),
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: ["admin"] }),
  });
  const columns: TableColumn<OutgoingMail>[] = [
    {
      title: t("when"),
      csvText: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span className={styles.nowrap}>{format.timeOrDay(created_at)}</span>,
    },
    { title: t("recipient"), csvText: ({ recipient }) => recipient, cell: ({ recipient }) => recipient },
    {
      title: t("subject"),
      isCardHeading: true,
      csvText: ({ subject }) => subject,
      cell: ({ subject, language }) => <span lang={language}>{subject}</span>,
    },
    {
      title: t("state"),
      csvText: ({ state }) => state,
      cell: ({ state, last_error }) => (
        <>
          <Badge tone={mailStateTones[state]}>{t(mailStateTextKeys[state])}</Badge>
          {last_error && <p className={styles.error}>{last_error}</p>}
        </>
      ),
    },
    { title: t("attempts"), csvText: ({ attempts }) => String(attempts), cell: ({ attempts }) => attempts },
    {
      title: t("resend"),
      isActionColumn: true,
      // The server deletes the text of a sent mail, so only mails that were not sent can be sent again.
      cell: ({ id, recipient, state }) =>
        state !== "SENT" && (
          <Button disabled={isPending} onClick={() => mutate(id)} aria-label={`${t("resend")}: ${recipient}`}>
            {t("resend")}
          </Button>
        ),
    },
  ];
  return (
    <Table
      label={t("title")}
      queryKey={["admin", "mails"]}
      fileName="mails"
      columns={columns}
      filters={[
        {
          name: "state",
          label: t("state"),
          options: mailStates.map((value) => ({ value, label: t(mailStateTextKeys[value]) })),
        },
      ]}
      load={(query, signal) => call(listMails, { query, ...(signal && { signal }) })}
      keyOf={({ id }) => id}
      emptyText={({ state, search }) => {
        if (search || state === "SENT") return undefined;
        if (state === "FAILED") return { title: t("desk:noFailedMails"), text: t("desk:noFailedMailsText") };
        if (state === "WAITING")
          return { title: t("desk:noWaitingMails"), text: t("desk:noWaitingMailsText") };
        return { title: t("desk:noMails"), text: t("desk:noMailsText") };
      }}
    />
  );
}
