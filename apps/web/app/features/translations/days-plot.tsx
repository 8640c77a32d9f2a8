import { isLanguage } from "@kakehashi/contract/languages";
import type { TranslationFigures } from "@kakehashi/contract/translation-figures";
import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../../kit/format.ts";
import { BarPlot } from "../../kit/plot/bar-plot.tsx";
import { TableRows } from "../../kit/table/rows.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./figures.module.css";

type FiguresDay = TranslationFigures["days"][number];

/** The parts of a day's bar, from bottom to top. */
const seriesNames = ["translated", "retranslated", "memory_hits"] as const;
const textKeys = {
  translated: "translated",
  retranslated: "retranslated",
  memory_hits: "memoryHits",
} as const;
const totalOfDay = (day: FiguresDay) => seriesNames.reduce((sum, series) => sum + day[series], 0);

/**
 * A bar chart of the translations of each day: new translations, retranslations and translations from the memory. The
 * table below has the same numbers for people who cannot see the chart.
 */
export function DailyPlot({ days }: { days: readonly FiguresDay[] }) {
  const { t, i18n } = useTranslation("translations");
  const format = useFormat();
  // The server counts by UTC days, so the dates are formatted in UTC.
  const utcFormat = getLocaleFormat(isLanguage(i18n.language) ? i18n.language : "en", "UTC");
  const formatDay = ({ day }: FiguresDay) => utcFormat.date(day);
  const heading = useId();
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (!firstDay || !lastDay) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t("perDay")}</h2>
      <p className={styles.note}>{t("perDayNote")}</p>
      <BarPlot
        legend={seriesNames.map((series) => t(textKeys[series]))}
        bars={days.map((day) => ({
          key: day.day,
          title: `${formatDay(day)}: ${format.number(totalOfDay(day))}`,
          parts: seriesNames.map((series) => day[series]),
        }))}
        formatValue={format.number}
        firstAndLastLabel={[formatDay(firstDay), formatDay(lastDay)]}
      />
      <details className={styles.disclosure}>
        <summary>{t("showDays")}</summary>
        <TableRows
          label={t("perDay")}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { title: t("day"), cell: formatDay },
            ...seriesNames.map((series) => ({
              title: t(textKeys[series]),
              cell: (day: FiguresDay) => format.number(day[series]),
            })),
            { title: t("characters"), cell: ({ characters }) => format.number(characters) },
          ]}
        />
      </details>
    </section>
  );
}
