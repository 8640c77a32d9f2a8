import { type AuditAction, type AuditEntry, auditActions, listAudit } from "@kakehashi/contract/audit";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { dayAfter, type Format } from "../../kit/format.ts";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { type Column, Table, type TableQuery } from "./table.tsx";

/** A text's key has no place for the dot of an action's name. */
type Key<A extends AuditAction> = A extends `${infer Topic}.${infer Deed}`
  ? `desk:did_${Topic}_${Deed}`
  : never;
const keyOf = (action: AuditAction) => `desk:did_${action.replace(".", "_")}` as Key<AuditAction>;

/** Both days count, and a day begins where the reader is. */
function withMoments({ from, to, ...query }: TableQuery, { dayStart }: Format) {
  const after = from && dayStart(String(from))?.toISOString();
  const before = to && dayStart(dayAfter(String(to)))?.toISOString();
  return { ...query, ...(after && { after }), ...(before && { before }) };
}

const words = (details: AuditEntry["details"]) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");

/** Who did what, when and from where. */
export function Audit() {
  const { t } = useTranslation(["admin", "desk"]);
  const format = useFormat();
  const columns: Column<AuditEntry>[] = [
    {
      title: t("when"),
      text: ({ created_at }) => created_at,
      cell: ({ created_at }) => <time dateTime={created_at}>{format.full(created_at)}</time>,
    },
    {
      title: t("who"),
      text: ({ actor }) => actor?.name ?? "",
      cell: ({ actor }) => actor?.name ?? t("system"),
    },
    {
      title: t("what"),
      text: ({ action }) => action,
      cell: ({ action }) => <span title={action}>{t(keyOf(action))}</span>,
    },
    {
      title: t("whom"),
      text: ({ subject }) => subject?.name ?? subject?.id ?? "",
      cell: ({ subject }) => subject?.name ?? subject?.id,
    },
    {
      title: t("details"),
      text: ({ details }) => words(details),
      cell: ({ details }) => <span className={styles.quiet}>{words(details)}</span>,
    },
    { title: t("from"), text: ({ ip }) => ip, cell: ({ ip }) => ip },
  ];
  return (
    <Table
      name="audit"
      columns={columns}
      filters={[
        {
          name: "action",
          label: t("what"),
          options: auditActions.map((value) => ({ value, label: t(keyOf(value)) })),
        },
      ]}
      days
      load={(query, signal) =>
        call(listAudit, { query: withMoments(query, format), ...(signal && { signal }) })
      }
      keyOf={({ id }) => id}
    />
  );
}
