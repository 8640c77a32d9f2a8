import type { BroadcastDetail } from "@kakehashi/contract/bot-broadcasts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./bots.module.css";
import own from "./broadcasts.module.css";
import { useZonelessDateTimeFormat } from "./use-clock-time.ts";
import { useNobodyReachedSentence } from "./use-why-unreached.ts";
import { useTimeZoneNameFormat } from "./use-zone.ts";

/**
 * Shows how far the sending of a broadcast is: when it is planned, or how many visitors have got it, why it pauses, and
 * who created it and when.
 */
export function BroadcastProgress({ broadcast }: { broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { number, dateTime } = useFormat();
  const zoneNameAt = useTimeZoneNameFormat();
  const formatClockTime = useZonelessDateTimeFormat();
  const formatNameInLine = useNameInLineFormatter();
  const nobodyReachedSentence = useNobodyReachedSentence();
  const { state, unreached, pause_reason, scheduled_at, reader_time, next_at, started_at, ended_at } =
    broadcast;
  const { planned_count, sent_count, skipped_count } = broadcast;
  const remainingCount = planned_count - sent_count - skipped_count;
  /** The parts of the progress bar, each with the number of visitors. The legend below the bar lists the same parts. */
  const progressParts = (
    [
      ["sent", sent_count],
      ["skipped", skipped_count],
      ["left", remainingCount],
    ] as const
  ).filter(([, count]) => count > 0);
  const percentOfPlanned = (count: number) => `${planned_count === 0 ? 0 : (100 * count) / planned_count}%`;
  return (
    <section className={own.progress} aria-label={t("progress")}>
      {state === "SCHEDULED" && scheduled_at && (
        <p>
          {reader_time
            ? t("scheduledClock", {
                moment: formatClockTime(reader_time.at),
                zone: zoneNameAt(scheduled_at, reader_time.time_zone),
              })
            : t("scheduledFor", { moment: dateTime(scheduled_at), zone: zoneNameAt(scheduled_at) })}
        </p>
      )}
      {pause_reason && <p className={own.paused}>{t(`paused_${pause_reason}`)}</p>}
      {unreached && (
        <p className={own.paused} role="status">
          {t("unreached", { why: nobodyReachedSentence(unreached) })}
        </p>
      )}
      {started_at && !unreached && (
        <>
          <div className={own.bar} aria-hidden="true">
            <span data-part="sent" style={{ width: percentOfPlanned(sent_count) }} />
            <span data-part="skipped" style={{ width: percentOfPlanned(skipped_count) }} />
          </div>
          <ul className={own.legend}>
            {progressParts.map(([progressPart, count]) => (
              <li key={progressPart} data-part={progressPart}>
                {t("figureOf", { figure: t(`figure_${progressPart}`), number: number(count) })}
              </li>
            ))}
          </ul>
          <p role="status">
            {t("sentOf", { sent: number(sent_count), count: planned_count, all: number(planned_count) })}
          </p>
          {next_at && <p>{t("nextAt", { moment: dateTime(next_at), zone: zoneNameAt(next_at) })}</p>}
        </>
      )}
      <p className={styles.facts}>
        <span>
          {t("createdBy", {
            name: formatNameInLine(broadcast.created_by),
            moment: dateTime(broadcast.created_at),
          })}
        </span>
        {started_at && <span>{t("begunAt", { moment: dateTime(started_at) })}</span>}
        {ended_at && <span>{t("endedAt", { moment: dateTime(ended_at) })}</span>}
      </p>
    </section>
  );
}
