import type { LivechatAgentFigures, LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { createContext, type ReactNode, use } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { TableColumn } from "../../kit/table/column.ts";
import { RowsOrCards } from "../../kit/table/rows.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import styles from "./livechat-figures.module.css";
import { reportPeriodsInDays } from "./use-figure-period.ts";
import { useReportFormats } from "./use-figure-words.ts";

/**
 * The totals that both statistics pages show: the page about web chats, and the page about chats on Messenger and Zalo.
 */
type ChatTotals = Omit<LivechatFigures["total"], "rated" | "average_rating">;
type AgentFigures = Omit<LivechatAgentFigures, "rated" | "average_rating">;

/** The heading level of the sections on a statistics page: 3 if a pane has the title, 2 if the page has it. */
export const HeadingLevelContext = createContext<2 | 3>(3);

/**
 * A section of a statistics page, with its heading. The section has no accessible name, because the table in it is
 * already a region with the same name.
 */
export function ReportSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  const Heading = `h${use(HeadingLevelContext)}` as const;
  return (
    <section className={styles.section}>
      <Heading>{title}</Heading>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}

export function PeriodSelect({ days, choose: chooseDays }: { days: number; choose: (days: string) => void }) {
  const { t } = useTranslation("chatFigures");
  return (
    <label className={styles.period}>
      {t("period")}
      <Select value={days} onChange={({ currentTarget }) => chooseDays(currentTarget.value)}>
        {reportPeriodsInDays.map((count) => (
          <option key={count} value={count}>
            {t("lastDays", { count })}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface TotalFiguresProps {
  total: ChatTotals;
  /** More statistics to show after the totals, each with its name and its formatted value. */
  moreFigures: readonly (readonly [name: string, value: string])[];
  note: string;
}

/** Shows the totals for the whole period of a statistics page. */
export function TotalFigures({ total, moreFigures, note }: TotalFiguresProps) {
  const { t } = useTranslation("chatFigures");
  const { number, duration } = useReportFormats();
  const figureRows = [
    [t("talks"), number(total.talks)],
    [t("answered"), number(total.answered)],
    [t("closed"), number(total.closed)],
    [t("medianFirst"), duration(total.median_first_answer_seconds)],
    [t("p95First"), duration(total.p95_first_answer_seconds)],
    [t("medianResolution"), duration(total.median_resolution_seconds)],
    [t("p95Resolution"), duration(total.p95_resolution_seconds)],
    ...moreFigures,
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figureRows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{note}</p>
    </>
  );
}

/** A table with statistics for each agent. `moreColumns` are additional columns. */
export function AgentTable<T extends AgentFigures>({
  agents,
  moreColumns,
}: {
  agents: readonly T[];
  moreColumns: readonly TableColumn<T>[];
}) {
  const { t } = useTranslation("chatFigures");
  const { number, duration } = useReportFormats();
  if (agents.length === 0) return null;
  const columns: TableColumn<T>[] = [
    { title: t("agent"), cell: ({ user }) => <NameInLineText person={user} /> },
    { title: t("answeredFirst"), cell: ({ answered }) => number(answered) },
    { title: t("medianFirst"), cell: (row) => duration(row.median_first_answer_seconds) },
    { title: t("p95First"), cell: (row) => duration(row.p95_first_answer_seconds) },
    { title: t("closed"), cell: ({ closed }) => number(closed) },
    { title: t("medianResolution"), cell: (row) => duration(row.median_resolution_seconds) },
    { title: t("p95Resolution"), cell: (row) => duration(row.p95_resolution_seconds) },
    ...moreColumns,
  ];
  return (
    <ReportSection title={t("byAgent")}>
      <RowsOrCards columns={columns} rows={agents} keyOf={({ user }) => user.id} label={t("byAgent")} />
    </ReportSection>
  );
}

interface MeterRow {
  readonly key: string;
  readonly name: string;
  readonly value: number;
}

/** A list of values, each with a bar whose length is proportional to the value. */
export function MeterList({ meterRows }: { meterRows: readonly MeterRow[] }) {
  const { number } = useReportFormats();
  const highestValue = Math.max(1, ...meterRows.map(({ value }) => value));
  return (
    <dl className={styles.meters}>
      {meterRows.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>
            <meter min={0} max={highestValue} value={value} aria-label={name} />
            {number(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
