import {
  type ProjectMember,
  type ProjectMemberGroup,
  projectMemberGroups,
  rejectApplicant,
} from "@kakehashi/contract/project-members";
import type { Project } from "@kakehashi/contract/projects";
import { IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { CandidatesDialog } from "./candidates.tsx";
import { MemberRow } from "./member-row.tsx";
import styles from "./members.module.css";
import { membersQuery, refetchProject } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const memberGroupNames = Object.keys(projectMemberGroups) as ProjectMemberGroup[];
type MemberTab = ProjectMemberGroup | "invite";
const groupTextKeys = {
  joined: ["groupJoined", "nobodyJoined"],
  applicants: ["groupApplicants", "nobodyApplicants"],
  invited: ["groupInvited", "nobodyInvited"],
  refused: ["groupRefused", "nobodyRefused"],
} as const satisfies Record<ProjectMemberGroup, readonly [name: string, empty: string]>;

const countFields = {
  joined: "joined_count",
  applicants: "applicant_count",
  invited: "invited_count",
  refused: "refused_count",
} as const satisfies Record<ProjectMemberGroup, keyof Project>;

/**
 * The people of a project, grouped by status. Hosts and admins see all groups. Hosts can also invite people, and
 * accept, refuse or remove them.
 */
export function MemberGroups({ project, isAdmin }: { project: Project; isAdmin: boolean }) {
  const { t } = useTranslation(["members", "projects"]);
  const [address, setSearchParams] = useSearchParams();
  const { part, status } = project;
  const canInvite = part.is_host && status === "ACTIVE";
  const tabs: MemberTab[] = canInvite ? [...memberGroupNames, "invite"] : memberGroupNames;
  const shownTab = tabs.find((tab) => tab === address.get("tab")) ?? "joined";
  const showTab = (tab: MemberTab) => setSearchParams(tab === "joined" ? {} : { tab }, { replace: true });
  if (!part.is_host && !isAdmin) return <MemberGroupSection project={project} group="joined" />;
  const tabLabelOf = (tab: MemberTab): string => {
    if (tab === "invite") return t("invite");
    const name = t(`projects:${groupTextKeys[tab][0]}`);
    const count = project[countFields[tab]];
    return count ? t("groupCount", { name, number: count }) : name;
  };
  return (
    <>
      <Tabs
        id="members"
        label={t("title")}
        open={shownTab}
        onOpen={showTab}
        tabs={tabs.map((key) => ({ key, label: tabLabelOf(key) }))}
      />
      <div id="members-panel" role="tabpanel" aria-labelledby={`members-${shownTab}`}>
        {shownTab === "invite" ? (
          <CandidatesDialog project={project} />
        ) : (
          <MemberGroupSection
            project={project}
            group={shownTab}
            onInvite={canInvite ? () => showTab("invite") : null}
          />
        )}
      </div>
    </>
  );
}

function MemberGroupSection({
  project,
  group,
  onInvite = null,
}: {
  project: Project;
  group: ProjectMemberGroup;
  onInvite?: (() => void) | null;
}) {
  const { t } = useTranslation(["members", "projects"]);
  const query = useInfiniteQuery(membersQuery(project.id, group));
  const [memberToReject, setMemberToReject] = useState<ProjectMember | null>(null);
  const isOnlyHost = group === "joined" && query.data?.length === 1;
  const emptyState = (
    <EmptyState
      icon={<IconUsers size={28} stroke={1.5} aria-hidden="true" />}
      title={t(`projects:${groupTextKeys[group][1]}`)}
      {...(onInvite && { action: <Button onClick={onInvite}>{t("invite")}</Button> })}
    />
  );
  return (
    <>
      <LoadedContent query={query} rows={4} emptyState={emptyState}>
        {(members) => (
          <>
            <ul className={styles.people}>
              {members.map((member) => (
                <MemberRow
                  key={member.user.id}
                  project={project}
                  member={member}
                  onReject={() => setMemberToReject(member)}
                />
              ))}
            </ul>
            {isOnlyHost && onInvite && (
              <EmptyState
                title={t("aloneTitle")}
                text={t("aloneText")}
                action={
                  <Button kind="primary" onClick={onInvite}>
                    {t("invite")}
                  </Button>
                }
              />
            )}
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
      {/* Render the dialog outside of the list, so that the typed reason stays if the applicant withdraws
          meanwhile. */}
      {memberToReject && (
        <ReasonDialog
          title={t("projects:rejectTitle", { name: memberToReject.user.name })}
          action={t("projects:step_reject")}
          formKey={`${project.id} ${memberToReject.user.id}`}
          isRequired
          onClose={() => setMemberToReject(null)}
          onSubmitReason={async (reason) => {
            const params = { id: project.id, user_id: memberToReject.user.id };
            try {
              await call(rejectApplicant, { params, body: { reason } });
            } finally {
              refetchProject(project.id);
            }
          }}
        />
      )}
    </>
  );
}
