import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { RoomTranslationMachine } from "../../features/conversations/room-machine.tsx";
import { useMarkProjectNotificationsRead } from "../../features/notifications/use-mark-project-read.ts";
import { AddHostButton } from "../../features/projects/add-host.tsx";
import { MemberGroups } from "../../features/projects/member-groups.tsx";
import styles from "../../features/projects/members.module.css";
import { projectQuery } from "../../features/projects/queries.ts";
import { shownProjectNameOf } from "../../features/projects/shown-texts.ts";
import { useLiveProjects } from "../../features/projects/use-live-projects.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import type { PageHandle } from "../../kit/page.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/project-members.ts";

export const handle: PageHandle = { title: "workspace:projects", texts: ["members", "projects", "writing"] };

export async function clientLoader() {
  await Promise.all([loadTexts("projects"), loadTexts("members"), loadTexts("writing")]);
  return null;
}
export const shouldRevalidate = () => false;

export default function ProjectMembersPage({ params }: Route.ComponentProps) {
  const { t } = useTranslation(["members", "projects"]);
  const isAdmin = useAccount()?.role === "admin";
  const query = useQuery(projectQuery(params.id));
  useLiveProjects();
  useMarkProjectNotificationsRead(params.id);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const missingState = (
    <EmptyState
      isHeading
      title={t("projects:notFoundTitle")}
      text={t("projects:notFoundText")}
      action={<Link to="/projects">{t("projects:toProjects")}</Link>}
    />
  );
  return (
    <Page
      title={query.data ? t("titleOf", { project: shownProjectNameOf(query.data) }) : t("title")}
      heading={isMissing ? null : t("title")}
      note={query.data && <span className={styles.of}>{shownProjectNameOf(query.data)}</span>}
      actions={isAdmin && query.data && <AddHostButton projectId={params.id} />}
      backLink={{ to: `/projects/${params.id}`, label: t("back") }}
    >
      <LoadedContent query={query} rows={5} missingState={missingState}>
        {(project) => (
          <>
            <MemberGroups project={project} isAdmin={isAdmin} />
            {project.part.is_host && project.conversations.team && (
              // One switch controls machine translation in all rooms of the project. The switch needs one of these
              // rooms, so it gets the team's room.
              <RoomTranslationMachine
                conversation={{ id: project.conversations.team, kind: "TEAM", partner: null }}
              />
            )}
          </>
        )}
      </LoadedContent>
    </Page>
  );
}
