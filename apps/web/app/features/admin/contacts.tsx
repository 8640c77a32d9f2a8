import {
  type ContactMessage,
  contactMessageStates,
  listReceivedContactMessages,
} from "@kakehashi/contract/contact";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { Table } from "../../kit/table/table.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { countryName, senderName, toneByContactState } from "./contact-words.ts";

/** The list of the messages from the contact form. Spam is hidden by default. */
export function ContactMessages() {
  const { t, i18n } = useTranslation(["desk", "admin"]);
  const format = useFormat();
  const columns: TableColumn<ContactMessage>[] = [
    {
      title: t("from"),
      csvText: senderName,
      cell: senderName,
    },
    { title: t("email"), csvText: ({ email }) => email, cell: ({ email }) => email },
    {
      title: t("state"),
      csvText: ({ state }) => state,
      cell: ({ state }) => <Badge tone={toneByContactState[state]}>{t(`state${state}`)}</Badge>,
    },
    {
      title: t("message"),
      csvText: ({ message }) => message,
      cell: ({ message, language }) => (
        <p className={styles.start} lang={language}>
          {message}
        </p>
      ),
    },
    { title: t("topic"), csvText: ({ topic }) => topic, cell: ({ topic }) => t(`topic_${topic}`) },
    {
      title: t("country"),
      csvText: ({ country }) => country,
      cell: ({ country }) => countryName(country, i18n.language),
    },
    {
      title: t("received"),
      csvText: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span className={styles.nowrap}>{format.timeOrDay(created_at)}</span>,
    },
  ];
  return (
    <Table
      label={t("admin:title")}
      queryKey={["admin", "contacts"]}
      fileName="contacts"
      columns={columns}
      filters={[
        {
          name: "state",
          label: t("state"),
          options: contactMessageStates.map((value) => ({ value, label: t(`state${value}`) })),
        },
      ]}
      load={(query, signal) => call(listReceivedContactMessages, { query, ...(signal && { signal }) })}
      keyOf={({ id }) => id}
      openRow={({ id }) => `/admin/contacts/${id}`}
      emptyText={({ state, search }) => {
        if (search) return undefined;
        if (state === "NEW") return { title: t("desk:noNewContacts"), text: t("desk:noNewContactsText") };
        return state ? undefined : { title: t("desk:noContacts"), text: t("desk:noNewContactsText") };
      }}
    />
  );
}
