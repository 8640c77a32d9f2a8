import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../../kit/format.ts";
import { BarPlot } from "../../kit/plot/bar-plot.tsx";
import { TableRows } from "../../kit/table/rows.tsx";
import { MeterList, ReportSection } from "./figure-parts.tsx";
import styles from "./livechat-figures.module.css";
import { useReportFormats } from "./use-figure-words.ts";
import { useTimeZoneNameFormat } from "./use-zone.ts";

type DayFigures = LivechatFigures["days"][number];
type HourFigures = LivechatFigures["hours"][number];

interface ChatPlotsProps {
  figures: Pick<LivechatFigures, "days" | "hours" | "time_zone"> & Partial<Pick<LivechatFigures, "ratings">>;
}

/** Charts of a bot's chats: chats and waiting times by day, chats by hour of the day, and ratings if there are any. */
export function ChatPlots({ figures: { days, hours, ratings = [], time_zone } }: ChatPlotsProps) {
  const { t } = useTranslation("chatFigures");
  const { language, number, duration } = useReportFormats();
  const zoneNameAt = useTimeZoneNameFormat();
  // Format a calendar day in UTC. In another time zone it could become the day before.
  const formatDay = ({ day }: DayFigures) => getLocaleFormat(language, "UTC").date(day);
  const formatHour = ({ hour }: HourFigures) => `${String(hour).padStart(2, "0")}:00`;
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (!firstDay || !lastDay) return null;
  const axisEndLabels = [formatDay(firstDay), formatDay(lastDay)] as const;
  const waitingTimes = [
    ["first", "median_first_answer_seconds"],
    ["resolution", "median_resolution_seconds"],
  ] as const;
  return (
    <>
      <ReportSection title={t("perDay")} note={t("zoneNote", { zone: zoneNameAt(lastDay.day, time_zone) })}>
        <BarPlot
          legend={[t("answered"), t("notAnswered")]}
          bars={days.map((day) => ({
            key: day.day,
            title: `${formatDay(day)}: ${number(day.talks)}`,
            parts: [day.answered, day.talks - day.answered],
          }))}
          formatValue={number}
          firstAndLastLabel={axisEndLabels}
        />
        <details className={styles.disclosure}>
          <summary>{t("showDays")}</summary>
          <TableRows
            label={t("perDay")}
            rows={days}
            keyOf={({ day }) => day}
            columns={[
              { title: t("day"), cell: formatDay },
              { title: t("talks"), cell: ({ talks }) => number(talks) },
              { title: t("answered"), cell: ({ answered }) => number(answered) },
              { title: t("closed"), cell: ({ closed }) => number(closed) },
              { title: t("medianFirst"), cell: (day) => duration(day.median_first_answer_seconds) },
              { title: t("medianResolution"), cell: (day) => duration(day.median_resolution_seconds) },
            ]}
          />
        </details>
      </ReportSection>
      <div className={styles.pair}>
        {waitingTimes.map(([name, field]) => (
          <ReportSection key={name} title={t(`${name}PerDay`)}>
            <BarPlot
              legend={[t(`${name}PerDay`)]}
              bars={days.map((day) => ({
                key: day.day,
                title: `${formatDay(day)}: ${duration(day[field])}`,
                parts: [day[field] ?? 0],
              }))}
              formatValue={duration}
              minimumTopValue={60}
              firstAndLastLabel={axisEndLabels}
            />
          </ReportSection>
        ))}
      </div>
      {ratings.some(({ count }) => count > 0) && (
        <ReportSection title={t("ratings")} note={t("ratingsNote")}>
          <MeterList
            meterRows={ratings.toReversed().map(({ rating, count }) => ({
              key: String(rating),
              name: t("stars", { count: rating }),
              value: count,
            }))}
          />
        </ReportSection>
      )}
      <ReportSection title={t("perHour")}>
        <BarPlot
          legend={[t("perHour")]}
          bars={hours.map((hour) => ({
            key: String(hour.hour),
            title: `${formatHour(hour)}: ${number(hour.talks)}`,
            parts: [hour.talks],
          }))}
          formatValue={number}
          firstAndLastLabel={["00:00", "23:00"]}
        />
        <details className={styles.disclosure}>
          <summary>{t("showHours")}</summary>
          <TableRows
            label={t("perHour")}
            rows={hours}
            keyOf={({ hour }) => String(hour)}
            columns={[
              { title: t("hour"), cell: formatHour },
              { title: t("talks"), cell: ({ talks }) => number(talks) },
            ]}
          />
        </details>
      </ReportSection>
    </>
  );
}
