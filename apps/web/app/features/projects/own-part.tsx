import {
  agreeToProjectInvitation,
  applyToProject,
  cancelApplication,
  confirmJoining,
  leaveProject,
  refuseProjectInvitation,
} from "@kakehashi/contract/project-members";
import {
  canJoinProjects,
  canTakeMembershipStep,
  findNextMembershipStep,
  hasJoined,
  type MemberStatus,
} from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import styles from "./projects.module.css";
import { cacheProject, refetchProject } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { RequiredProfileStep } from "./required-profile-step.tsx";

const forwardStepEndpoints = {
  apply: applyToProject,
  agree: agreeToProjectInvitation,
  confirm: confirmJoining,
} as const;

/** For each status before a person is active in the project: the key of the text that says what happens next. */
const waitingTextKeys = {
  WAITING: "now_WAITING",
  WAITING_CONFIRM_INVITE: "now_WAITING_CONFIRM_INVITE",
  WAITING_ACCEPT_APPLY: "now_WAITING_ACCEPT_APPLY",
  ACCEPTED_APPLY: "now_joined",
  AGREED_INVITE: "now_joined",
} as const satisfies Partial<Record<MemberStatus, string>>;

/**
 * The reader's own status in a project, the step that the reader can take next, and a button that leaves the project.
 */
export function OwnProjectStatus({ project, account }: { project: Project; account: Account }) {
  const { t } = useTranslation("projects");
  const { id, part } = project;
  const [isRefusing, setIsRefusing] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async (endpoint: typeof applyToProject | typeof leaveProject | typeof cancelApplication) =>
      (await call(endpoint as typeof applyToProject, { params: { id } })).data,
    onSuccess: cacheProject,
    onError(error) {
      // The step may have failed because somebody else has acted first. So refetch the project to show its present
      // state.
      toastError(error);
      refetchProject(id);
    },
  });
  const state = part.status ?? "NONE";
  const nextOwnStep = findNextMembershipStep("self", state);
  const isOpen = project.status === "ACTIVE";
  const canTakeSteps = canJoinProjects(account.role) && !part.is_host;
  const forwardStep =
    nextOwnStep !== null && nextOwnStep in forwardStepEndpoints
      ? (nextOwnStep as keyof typeof forwardStepEndpoints)
      : null;
  if (!canTakeSteps && !hasJoined(part.status)) return null;

  async function confirmLeave(): Promise<void> {
    const question = {
      title: t("leaveTitle"),
      text: t("leaveText"),
      actionLabel: t("step_leave"),
      isDestructive: true,
    };
    if (await askToConfirm(question)) mutate(leaveProject);
  }
  async function confirmCancel(): Promise<void> {
    const question = { title: t("cancelTitle"), text: t("cancelText"), actionLabel: t("step_cancel") };
    if (await askToConfirm(question)) mutate(cancelApplication);
  }
  const canLeave = canTakeMembershipStep("leave", state);
  const canTakeNextStep = canTakeSteps && isOpen && forwardStep !== null;
  const missingStatus = canTakeNextStep && account.status !== "ACCEPTED" ? account.status : null;
  const buttons = [
    canTakeNextStep && !missingStatus && (
      <Button
        key="next"
        kind="primary"
        loading={isPending}
        onClick={() => mutate(forwardStepEndpoints[forwardStep] as typeof applyToProject)}
      >
        {t(`step_${forwardStep}`)}
      </Button>
    ),
    canTakeMembershipStep("refuse", state) && (
      <Button key="refuse" onClick={() => setIsRefusing(true)}>
        {t("step_refuse")}
      </Button>
    ),
    canTakeMembershipStep("cancel", state) && (
      <Button key="cancel" onClick={() => void confirmCancel()}>
        {t("step_cancel")}
      </Button>
    ),
    canLeave && !part.is_host && (
      <Button key="leave" onClick={() => void confirmLeave()}>
        {t("step_leave")}
      </Button>
    ),
  ].filter(Boolean);
  if (buttons.length === 0 && !missingStatus && part.reason === "") return null;
  const isOpenForNonHost = isOpen && !part.is_host;
  const isClosedForNonHost = !isOpen && !part.is_host;
  return (
    <div className={styles.ownPart}>
      {isOpenForNonHost && part.status !== null && part.status in waitingTextKeys && (
        <p>{t(waitingTextKeys[part.status as keyof typeof waitingTextKeys])}</p>
      )}
      {isClosedForNonHost && <p>{t(hasJoined(part.status) ? "nowClosed_joined" : "nowClosed")}</p>}
      {part.reason !== "" && <p>{t("reasonIs", { reason: part.reason })}</p>}
      {missingStatus && <RequiredProfileStep purpose="join" status={missingStatus} />}
      {buttons.length > 0 && <div className={styles.actions}>{buttons}</div>}
      {isRefusing && (
        <ReasonDialog
          title={t("refuseTitle")}
          action={t("step_refuse")}
          formKey={id}
          onClose={() => setIsRefusing(false)}
          onSubmitReason={async (reason) => {
            try {
              cacheProject((await call(refuseProjectInvitation, { params: { id }, body: { reason } })).data);
            } catch (error) {
              // Show the project's present state, because the host may have withdrawn the invitation in the meantime.
              refetchProject(id);
              throw error;
            }
          }}
        />
      )}
    </div>
  );
}
