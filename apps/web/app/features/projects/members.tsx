import {
  acceptApplicant,
  type MemberGroup,
  memberGroups,
  type ProjectMember,
  rejectApplicant,
  removeFromProject,
  withdrawInvitation,
} from "@kakehashi/contract/project-members";
import { canStep, type MemberEvent } from "@kakehashi/contract/project-membership";
import type { Project } from "@kakehashi/contract/projects";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import styles from "./projects.module.css";
import { membersQuery, refetchProject } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const groups = Object.keys(memberGroups) as MemberGroup[];
const groupKeys = {
  joined: "groupJoined",
  applicants: "groupApplicants",
  invited: "groupInvited",
  refused: "groupRefused",
} as const satisfies Record<MemberGroup, string>;
const nobodyKeys = {
  joined: "nobodyJoined",
  applicants: "nobodyApplicants",
  invited: "nobodyInvited",
  refused: "nobodyRefused",
} as const satisfies Record<MemberGroup, string>;

/** The project's people. A host also sees who applied, is invited or was refused, and takes their steps. */
export function ProjectMembers({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const isHost = project.part.is_host;
  const [chosenGroup, setGroup] = useState<MemberGroup>("joined");
  const group = isHost ? chosenGroup : "joined";
  const [isInviting, setInviting] = useState(false);
  const query = useInfiniteQuery(membersQuery(project.id, group));
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{t("members")}</h2>
        {isHost && project.status === "ACTIVE" && (
          <Button onClick={() => setInviting(true)}>{t("invite")}</Button>
        )}
      </div>
      {isHost && (
        <Tabs
          id="members"
          label={t("members")}
          open={group}
          onOpen={setGroup}
          tabs={groups.map((key) => ({
            key,
            label:
              key === "applicants" && project.applicant_count
                ? `${t(groupKeys[key])} (${project.applicant_count})`
                : t(groupKeys[key]),
          }))}
        />
      )}
      <div id="members-panel" {...(isHost && { role: "tabpanel", "aria-labelledby": `members-${group}` })}>
        <Loaded query={query} rows={3} empty={<p className={styles.emptyNote}>{t(nobodyKeys[group])}</p>}>
          {(members) => (
            <>
              <ul className={styles.people}>
                {members.map((member) => (
                  <Member key={member.user.id} project={project} member={member} />
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          )}
        </Loaded>
      </div>
      {isInviting && <InviteDialog projectId={project.id} onClose={() => setInviting(false)} />}
    </section>
  );
}

const calls = { accept: acceptApplicant, withdraw: withdrawInvitation, remove: removeFromProject } as const;

function Member({ project, member }: { project: Project; member: ProjectMember }) {
  const { t } = useTranslation("projects");
  const { user, status, is_host, reason } = member;
  const [isRejecting, setRejecting] = useState(false);
  const params = { id: project.id, user_id: user.id };
  const { mutate, isPending } = useMutation({
    mutationFn: async (event: keyof typeof calls) => call(calls[event] as typeof acceptApplicant, { params }),
    onError: toastError,
    // Refetch also after a refused step: somebody else may have been faster.
    onSettled: () => refetchProject(project.id),
  });
  const canTakeStep = (event: MemberEvent) => project.part.is_host && !is_host && canStep(event, status);
  async function remove(): Promise<void> {
    const question = {
      title: t("removeTitle", { name: user.name }),
      text: t("removeText"),
      action: t("step_remove"),
      danger: true,
    };
    if (await confirm(question)) mutate("remove");
  }
  return (
    <li className={styles.person}>
      <PersonLine
        card
        showsPresence
        person={user}
        note={reason !== "" ? t("reasonIs", { reason }) : undefined}
      />
      <Badge tone={is_host ? "violet" : "plain"}>{is_host ? t("statusHost") : t(`status_${status}`)}</Badge>
      <span className={styles.actions}>
        {canTakeStep("reject") && <Button onClick={() => setRejecting(true)}>{t("step_reject")}</Button>}
        {canTakeStep("withdraw") && (
          <Button loading={isPending} onClick={() => mutate("withdraw")}>
            {t("step_withdraw")}
          </Button>
        )}
        {canTakeStep("remove") && <Button onClick={() => void remove()}>{t("step_remove")}</Button>}
        {canTakeStep("accept") && project.status === "ACTIVE" && (
          <Button kind="primary" loading={isPending} onClick={() => mutate("accept")}>
            {t("step_accept")}
          </Button>
        )}
      </span>
      {isRejecting && (
        <ReasonDialog
          title={t("rejectTitle", { name: user.name })}
          action={t("step_reject")}
          onClose={() => setRejecting(false)}
          onReason={async (reason) => {
            try {
              await call(rejectApplicant, { params, body: { reason } });
            } finally {
              refetchProject(project.id);
            }
          }}
        />
      )}
    </li>
  );
}
