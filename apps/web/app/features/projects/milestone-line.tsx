import type { Milestone } from "@kakehashi/contract/milestones";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { createDayPositionFinder, milestoneStateOf } from "./milestone-queries.ts";
import styles from "./milestones.module.css";

/**
 * A timeline of a project's milestones, with today marked. The list below the timeline contains the same information.
 */
export function MilestoneTimeline({
  milestones,
  today,
}: {
  milestones: readonly Milestone[];
  today: string;
}) {
  const { t, i18n } = useTranslation("projects");
  const days = [...milestones.map(({ due_date }) => due_date), today].sort();
  const positionOf = createDayPositionFinder(days);
  const day = createDayFormat(i18n.language, "medium");
  const positionStyleOfDay = (isoDay: string) => ({ insetInlineStart: `${positionOf(isoDay) * 100}%` });
  const [firstDay = today, lastDay = today] = [days[0], days.at(-1)];
  return (
    <div className={styles.timeline} aria-hidden="true">
      <div className={styles.track}>
        <span className={styles.past} style={{ width: `${positionOf(today) * 100}%` }} />
        <span
          className={styles.today}
          style={positionStyleOfDay(today)}
          data-side={positionOf(today) > 0.8 ? "end" : positionOf(today) < 0.2 ? "start" : undefined}
        >
          <span>{t("planToday")}</span>
        </span>
        {milestones.map((milestone) => (
          <span
            key={milestone.id}
            className={styles.point}
            style={positionStyleOfDay(milestone.due_date)}
            data-state={milestoneStateOf(milestone, today)}
            data-tip={milestone.title}
          />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{day(firstDay)}</span>
        <span>{day(lastDay)}</span>
      </div>
    </div>
  );
}
