import type { MessagingWindow } from "@kakehashi/contract/channels";
import { isLanguage } from "@kakehashi/contract/languages";
import { IconClock, IconClockOff } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./channels.module.css";
import { useReplyWindowState } from "./use-window-state.ts";
import { formatTimeLeft } from "./window.ts";

/**
 * Returns a function that formats the end of a reply window (the time in which the platform allows an answer). If the
 * end is today, the text has only the time. Otherwise it also has the day.
 */
function useEndTimeFormat(): (end: Date) => string {
  const { calendarDay, time, dateTime } = useFormat();
  return (end) => (calendarDay(end) === calendarDay(new Date()) ? time(end) : dateTime(end));
}

/** Shows how long people may still write to a customer on Messenger or Zalo. */
export function ReplyWindowClock({ window }: { window: MessagingWindow }) {
  const { t, i18n } = useTranslation("channels");
  const { openTo, until, leftMs, isSoonOver } = useReplyWindowState(window);
  const endTime = useEndTimeFormat();
  if (!until)
    return (
      <span className={styles.clock} data-over>
        <IconClockOff size={16} stroke={1.8} aria-hidden="true" />
        {t("over")}
      </span>
    );
  const amount = formatTimeLeft(leftMs, isLanguage(i18n.language) ? i18n.language : "en");
  const timeLeftText = t("left", { amount });
  return (
    <span className={styles.clock} data-soon={isSoonOver || undefined}>
      <IconClock size={16} stroke={1.8} aria-hidden="true" />
      <time dateTime={until.toISOString()}>
        {t(openTo === "all" ? "until" : "untilPeople", { time: endTime(until), left: timeLeftText })}
      </time>
    </span>
  );
}

/**
 * Shows the end of a reply window (the time in which the platform allows an answer) in a row of a list. Renders nothing
 * unless the end is near.
 */
export function ShortReplyWindowClock({ window }: { window: MessagingWindow }) {
  const { t } = useTranslation("channels");
  const { until, isSoonOver } = useReplyWindowState(window);
  const endTime = useEndTimeFormat();
  if (!until || !isSoonOver) return null;
  return (
    <span className={`${styles.clock} ${styles.short}`} data-soon>
      <IconClock size={14} stroke={1.8} aria-hidden="true" />
      {t("untilShort", { time: endTime(until) })}
    </span>
  );
}
