import { type AuditEntry, listAudit } from "@kakehashi/contract/audit";
import { auditActions } from "@kakehashi/contract/audit-actions";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { computeNextDay, type LocaleFormat } from "../../kit/format.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import type { TableRequestQuery } from "../../kit/table/load.ts";
import { Table } from "../../kit/table/table.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import styles from "./admin.module.css";
import {
  type AuditTextOptions,
  actionTextKeyOf,
  buildAuditDetailsText,
  buildAuditSubjectText,
  buildStoredDetailsText,
} from "./audit-words.ts";

/**
 * Converts the first and the last day of an audit search into two points in time. Both days are included. A day begins
 * at midnight in the reader's time zone.
 */
function daysToTimestamps({ from, to, ...query }: TableRequestQuery, { dayStart }: LocaleFormat) {
  const fromTime = from && dayStart(String(from))?.toISOString();
  const untilTime = to && dayStart(computeNextDay(String(to)))?.toISOString();
  return { ...query, ...(fromTime && { after: fromTime }), ...(untilTime && { before: untilTime }) };
}

/** The admin page with the audit log: who did what, when and from where. */
export function AuditLog() {
  const { t, i18n } = useTranslation(["admin", "desk", "profiles", "common"]);
  const format = useFormat();
  const reader: AuditTextOptions = { t, language: i18n.language, format };
  const columns: TableColumn<AuditEntry>[] = [
    {
      title: t("when"),
      csvText: ({ created_at }) => created_at,
      cell: ({ created_at }) => (
        <time className={styles.nowrap} dateTime={created_at}>
          {format.dateTime(created_at)}
        </time>
      ),
    },
    {
      title: t("who"),
      csvText: ({ actor }) => actor?.name ?? "",
      cell: ({ actor }) => (actor ? <NameInLineText person={actor} /> : t("system")),
    },
    {
      title: t("what"),
      isCardHeading: true,
      csvText: ({ action }) => action,
      cell: ({ action }) => (
        <span className={styles.sentence} title={action}>
          {t(actionTextKeyOf(action))}
        </span>
      ),
    },
    {
      title: t("affected"),
      csvText: (entry) => buildAuditSubjectText(entry, reader),
      cell: (entry) => {
        const subjectText = buildAuditSubjectText(entry, reader);
        return subjectText && <span title={entry.subject?.id}>{subjectText}</span>;
      },
    },
    { title: t("desk:subjectId"), csvText: ({ subject }) => subject?.id ?? "" },
    {
      title: t("details"),
      csvText: buildStoredDetailsText,
      cell: (entry) => {
        const detailsText = buildAuditDetailsText(entry, reader);
        return detailsText && <span className={`${styles.mutedText} ${styles.sentence}`}>{detailsText}</span>;
      },
    },
    { title: t("from"), csvText: ({ ip }) => ip, cell: ({ ip }) => ip },
  ];
  return (
    <Table
      label={t("title")}
      queryKey={["admin", "audit"]}
      fileName="audit"
      columns={columns}
      filters={[
        {
          name: "action",
          label: t("what"),
          options: auditActions.map((value) => ({ value, label: t(actionTextKeyOf(value)) })),
        },
      ]}
      hasDayFilter
      load={(query, signal) =>
        call(listAudit, { query: daysToTimestamps(query, format), ...(signal && { signal }) })
      }
      keyOf={({ id }) => id}
      emptyText={(activeFilters) =>
        Object.keys(activeFilters).length > 0 ? undefined : { title: t("desk:noAudit") }
      }
    />
  );
}
