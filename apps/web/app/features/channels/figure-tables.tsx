import type { ChannelFigures, ChannelPageFigures } from "@kakehashi/contract/channel-figures";
import { channelProblemTexts } from "@kakehashi/contract/channel-reasons";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { TableColumn } from "../../kit/table/column.ts";
import { RowsOrCards, TableRows } from "../../kit/table/rows.tsx";
import { MeterList, ReportSection } from "../bots/figure-parts.tsx";
import styles from "../bots/livechat-figures.module.css";
import { useReportFormats } from "../bots/use-figure-words.ts";
import { PlatformIcon } from "./platform-icon.tsx";

interface PageTableProps {
  pages: readonly ChannelPageFigures[];
  /** Restricts the statistics to the Facebook page or Zalo account with this id. */
  choosePage: (id: string) => void;
}

/**
 * A table with statistics for each Facebook page and Zalo account. Pressing a page or account restricts all statistics
 * to that one.
 */
export function PageFiguresTable({ pages, choosePage }: PageTableProps) {
  const { t } = useTranslation(["chatFigures", "channels"]);
  const { number, duration } = useReportFormats();
  const columns: TableColumn<ChannelPageFigures>[] = [
    {
      title: t("channels:page"),
      cell: ({ page }) => (
        <span className={styles.pageName}>
          <PlatformIcon platform={page.platform} size={16} />
          {page.name}
        </span>
      ),
    },
    { title: t("talks"), cell: ({ talks }) => number(talks) },
    { title: t("answered"), cell: ({ answered }) => number(answered) },
    { title: t("medianFirst"), cell: (row) => duration(row.median_first_answer_seconds) },
    { title: t("p95First"), cell: (row) => duration(row.p95_first_answer_seconds) },
    { title: t("closed"), cell: ({ closed }) => number(closed) },
    { title: t("medianResolution"), cell: (row) => duration(row.median_resolution_seconds) },
    { title: t("failed"), cell: ({ failed }) => number(failed) },
    { title: t("windowMisses"), cell: ({ window_misses }) => number(window_misses) },
  ];
  return (
    <ReportSection title={t("byPage")}>
      <RowsOrCards
        label={t("byPage")}
        columns={columns}
        rows={pages}
        keyOf={({ page }) => page.id}
        {...(pages.length > 1 && {
          openRow:
            ({ page }: ChannelPageFigures) =>
            () =>
              choosePage(page.id),
        })}
      />
    </ReportSection>
  );
}

/**
 * The reasons why messages could not be sent, each with a bar for the number of messages. Renders nothing if no message
 * has failed.
 */
export function FailureReasons({ failures }: Pick<ChannelFigures, "failures">) {
  const { t } = useTranslation("chatFigures");
  const { language, number } = useReportFormats();
  if (failures.length === 0) return null;
  return (
    <ReportSection title={t("reasons")} note={t("reasonsNote")}>
      <div className={styles.wideNames}>
        <MeterList
          meterRows={failures.map(({ code, people, bots }) => ({
            key: code,
            name: channelProblemTexts[code][language],
            value: people + bots,
          }))}
        />
      </div>
      <details className={styles.disclosure}>
        <summary>{t("showReasons")}</summary>
        <TableRows
          label={t("reasons")}
          rows={failures}
          keyOf={({ code }) => code}
          columns={[
            { title: t("reason"), cell: ({ code }) => channelProblemTexts[code][language] },
            { title: t("ofPeople"), cell: ({ people }) => number(people) },
            { title: t("ofBots"), cell: ({ bots }) => number(bots) },
          ]}
        />
      </details>
    </ReportSection>
  );
}
