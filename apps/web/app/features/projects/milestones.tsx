import {
  canEditPlanNow,
  changeMilestone,
  type Milestone,
  removeMilestone,
} from "@kakehashi/contract/milestones";
import type { Project } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { IconFlag, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { createDayFormat } from "../../kit/day-format.ts";
import { toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useOptimisticValue } from "../../kit/use-saved.ts";
import { MilestoneDialog } from "./milestone-dialog.tsx";
import { MilestoneTimeline } from "./milestone-line.tsx";
import {
  emptyPlanTextKeysOf,
  milestoneStateOf,
  milestonesQuery,
  refetchMilestones,
  useLiveMilestones,
} from "./milestone-queries.ts";
import styles from "./milestones.module.css";
import projectStyles from "./projects.module.css";

const toneByState = { done: "jade", late: "accent", next: "indigo" } as const;

/** A project's plan for its team: a timeline, and each milestone with its day, its state and its conversation. */
export function ProjectMilestones({ project, account }: { project: Project; account: Account }) {
  const { t } = useTranslation("projects");
  const { calendarDay } = useFormat();
  const query = useQuery(milestonesQuery(project.id));
  useLiveMilestones(project.id, project.conversations.team);
  // The milestone that the dialog edits. True for a new milestone, null while the dialog is closed.
  const [editedMilestone, setEditedMilestone] = useState<Milestone | true | null>(null);
  const today = calendarDay(new Date());
  const isPlanner = canEditPlanNow(project, account.role);
  const emptyPlanTextKeys = emptyPlanTextKeysOf(project, account.role);
  const emptyState = (
    <EmptyState
      icon={<IconFlag size={28} stroke={1.5} aria-hidden="true" />}
      title={t(emptyPlanTextKeys.title)}
      text={t(emptyPlanTextKeys.text)}
    />
  );
  return (
    <section className={projectStyles.section} aria-labelledby="plan">
      <div className={projectStyles.head}>
        <h2 id="plan">{t("plan")}</h2>
        {isPlanner && <Button onClick={() => setEditedMilestone(true)}>{t("planAdd")}</Button>}
      </div>
      <LoadedContent query={query} rows={2} emptyState={emptyState}>
        {(milestones) => (
          <>
            <MilestoneCount milestones={milestones} today={today} />
            <MilestoneTimeline milestones={milestones} today={today} />
            <ul className={styles.list}>
              {milestones.map((milestone) => (
                <MilestoneRow
                  key={milestone.id}
                  project={project}
                  milestone={milestone}
                  today={today}
                  onEdit={isPlanner ? () => setEditedMilestone(milestone) : null}
                />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
      {editedMilestone && (
        <MilestoneDialog
          projectId={project.id}
          milestone={editedMilestone === true ? null : editedMilestone}
          onClose={() => setEditedMilestone(null)}
        />
      )}
    </section>
  );
}

function MilestoneCount({ milestones, today }: { milestones: readonly Milestone[]; today: string }) {
  const { t } = useTranslation("projects");
  const states = milestones.map((milestone) => milestoneStateOf(milestone, today));
  const countMilestonesInState = (state: string) =>
    states.filter((milestoneState) => milestoneState === state).length;
  const lateCount = countMilestonesInState("late");
  return (
    <p className={styles.count}>
      {t("planDone", { done: countMilestonesInState("done"), all: milestones.length })}
      {lateCount > 0 && <strong>{t("planLate", { count: lateCount })}</strong>}
    </p>
  );
}

interface MilestoneRowProps {
  project: Project;
  milestone: Milestone;
  today: string;
  /** Opens the dialog that edits the milestone. Null for readers who may not edit the plan. */
  onEdit: (() => void) | null;
}

function MilestoneRow({ project, milestone, today, onEdit }: MilestoneRowProps) {
  const { t, i18n } = useTranslation("projects");
  const day = createDayFormat(i18n.language, "medium");
  const { id, title, due_date, message_id } = milestone;
  const params = { id: project.id, milestone_id: id };
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: async (action: "done" | "open" | "remove") =>
      action === "remove"
        ? call(removeMilestone, { params })
        : call(changeMilestone, { params, body: { is_done: action === "done" } }),
    onError: toastError,
    onSettled: () => refetchMilestones(project.id),
  });
  async function deleteMilestone(): Promise<void> {
    const title = t("planRemoveTitle", { title: milestone.title });
    if (
      await askToConfirm({
        title,
        text: t("planRemoveText"),
        actionLabel: t("planRemove"),
        isDestructive: true,
      })
    )
      mutate("remove");
  }
  const state = milestoneStateOf(milestone, today);
  // Show the checkbox in its new state at once, and as busy until the plan has been refetched.
  const optimisticDone = useOptimisticValue(state === "done", (isDone) =>
    mutateAsync(isDone ? "done" : "open"),
  );
  const { team } = project.conversations;
  return (
    <li className={styles.row} data-state={state}>
      {onEdit && (
        <Checkbox
          label={<span className="visually-hidden">{t("planIsDone", { title })}</span>}
          checked={optimisticDone.value}
          aria-busy={optimisticDone.isSaving}
          onChange={({ currentTarget: { checked } }) => optimisticDone.change(checked)}
        />
      )}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>
          <Badge tone={toneByState[state]}>{t(`planState_${state}`)}</Badge>
          <time dateTime={due_date}>{day(due_date)}</time>
          {team && message_id && (
            <Link className={styles.thread} to={`/chat/${team}?thread=${message_id}`}>
              {t("planThread")}
            </Link>
          )}
        </span>
      </span>
      {onEdit && (
        <span className={styles.acts}>
          <IconButton label={t("planEdit", { title })} onClick={onEdit}>
            <IconPencil size={18} stroke={1.8} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t("planRemoveOne", { title })}
            disabled={isPending}
            onClick={() => void deleteMilestone()}
          >
            <IconTrash size={18} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </li>
  );
}
