import { isLanguage } from "@kakehashi/contract/languages";
import type { TranslationFigures } from "@kakehashi/contract/translation-figures";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatFor } from "../../kit/format.ts";
import { Rows } from "../../kit/table/rows.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./figures.module.css";

type Day = TranslationFigures["days"][number];

/** The parts of a bar, from its bottom to its top. */
const parts = ["translated", "retranslated", "memory_hits"] as const;
const keys = { translated: "translated", retranslated: "retranslated", memory_hits: "memoryHits" } as const;
const sumOf = (day: Day) => parts.reduce((sum, part) => sum + day[part], 0);

/** A bar for each day. The table below says the same, for people who cannot see the bars. */
export function DaysPlot({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation("translations");
  const format = useFormat();
  // The figures' days begin and end in UTC, whatever zone the reader is in.
  const inUtc = formatFor(isLanguage(i18n.language) ? i18n.language : "en", "UTC");
  const dayText = ({ day }: Day) => inUtc.date(day);
  const heading = useId();
  const most = Math.max(1, ...days.map(sumOf));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t("perDay")}</h2>
      <p className={styles.note}>{t("perDayNote")}</p>
      <div className={styles.plot} aria-hidden="true">
        <ul className={styles.legend}>
          {parts.map((part) => (
            <li key={part} data-part={part}>
              {t(keys[part])}
            </li>
          ))}
        </ul>
        <div className={styles.bars}>
          <span className={styles.maxLabel}>{format.number(most)}</span>
          {days.map((day) => (
            <div key={day.day} className={styles.bar} title={`${dayText(day)}: ${format.number(sumOf(day))}`}>
              {parts.map((part) => (
                <span key={part} data-part={part} style={{ height: `${(100 * day[part]) / most}%` }} />
              ))}
            </div>
          ))}
        </div>
        <div className={styles.axisEnds}>
          <span>{dayText(first)}</span>
          <span>{dayText(last)}</span>
        </div>
      </div>
      <details className={styles.disclosure}>
        <summary>{t("showDays")}</summary>
        <Rows
          label={t("perDay")}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { title: t("day"), cell: dayText },
            ...parts.map((part) => ({ title: t(keys[part]), cell: (day: Day) => format.number(day[part]) })),
            { title: t("characters"), cell: ({ characters }) => format.number(characters) },
          ]}
        />
      </details>
    </section>
  );
}
