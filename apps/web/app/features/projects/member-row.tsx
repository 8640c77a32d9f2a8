import type { ProjectMember } from "@kakehashi/contract/project-members";
import { canTakeMembershipStep, type MembershipStepName } from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { PersonLine } from "../profiles/person-line.tsx";
import { MemberBadge } from "./member-badge.tsx";
import styles from "./members.module.css";
import { useMembershipAction } from "./use-membership-action.ts";

interface MemberRowProps {
  project: Project;
  member: ProjectMember;
  /** Opens the dialog for the reason of a refusal. */
  onReject: () => void;
}

/** A person in a project. Buttons offer a host the possible next steps. */
export function MemberRow({ project, member, onReject }: MemberRowProps) {
  const { t } = useTranslation(["members", "projects"]);
  const format = useFormat();
  const { user, status, is_host, reason, joined_at, changed_at } = member;
  const { mutate, isPending } = useMembershipAction(project.id, user);
  const isOpen = project.status === "ACTIVE";
  const canTakeStep = (event: MembershipStepName) =>
    project.part.is_host && !is_host && canTakeMembershipStep(event, status);
  async function removeMember(): Promise<void> {
    const question = {
      title: t("projects:removeTitle", { name: user.name }),
      text: t("projects:removeText"),
      actionLabel: t("projects:step_remove"),
      isDestructive: true,
    };
    if (await askToConfirm(question)) mutate("remove");
  }
  const noteText =
    reason !== ""
      ? t("projects:reasonIs", { reason })
      : joined_at
        ? t("joinedOn", { day: format.date(joined_at) })
        : t("since", { day: format.date(changed_at) });
  return (
    <li className={styles.person}>
      <PersonLine opensCard showsPresence person={user} note={noteText} />
      <MemberBadge {...member} isClosed={project.status === "DEACTIVE"} />
      <span className={styles.actions}>
        {canTakeStep("reject") && <Button onClick={onReject}>{t("projects:step_reject")}</Button>}
        {canTakeStep("withdraw") && (
          <Button loading={isPending} onClick={() => mutate("withdraw")}>
            {t("projects:step_withdraw")}
          </Button>
        )}
        {canTakeStep("remove") && (
          <Button onClick={() => void removeMember()}>{t("projects:step_remove")}</Button>
        )}
        {isOpen && canTakeStep("invite") && (
          <Button loading={isPending} onClick={() => mutate("invite")}>
            {t("inviteAgain")}
          </Button>
        )}
        {isOpen && canTakeStep("accept") && (
          <Button kind="primary" loading={isPending} onClick={() => mutate("accept")}>
            {t("projects:step_accept")}
          </Button>
        )}
      </span>
    </li>
  );
}
