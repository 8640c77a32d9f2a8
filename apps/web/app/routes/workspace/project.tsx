import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { useMarkProjectNotificationsRead } from "../../features/notifications/use-mark-project-read.ts";
import { HostActions, ProjectView } from "../../features/projects/project-view.tsx";
import { projectQuery } from "../../features/projects/queries.ts";
import { useShownTexts } from "../../features/projects/shown-texts.ts";
import { useLiveProjects } from "../../features/projects/use-live-projects.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import type { PageHandle } from "../../kit/page.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/project.ts";

export const handle: PageHandle = { title: "workspace:projects", texts: ["members", "projects"] };

export async function clientLoader() {
  await Promise.all([loadTexts("projects"), loadTexts("members")]);
  return null;
}
export const shouldRevalidate = () => false;

export default function ProjectPage({ params }: Route.ComponentProps) {
  const { t } = useTranslation("projects");
  const account = useAccount();
  const query = useQuery(projectQuery(params.id));
  useLiveProjects();
  useMarkProjectNotificationsRead(params.id);
  const project = query.data;
  const texts = useShownTexts(project);
  if (!account) return null;
  const missingState = (
    <EmptyState
      isHeading
      title={t("notFoundTitle")}
      text={t("notFoundText")}
      action={<Link to="/projects">{t("toProjects")}</Link>}
    />
  );
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Page
      title={texts?.name ?? t(isMissing ? "notFoundTitle" : "one")}
      heading={texts?.name ?? null}
      backLink={{ to: "/projects", label: t("back") }}
      actions={project?.part.is_host && <HostActions project={project} />}
    >
      <LoadedContent query={query} rows={6} missingState={missingState}>
        {(project) =>
          texts && <ProjectView key={project.id} project={project} texts={texts} account={account} />
        }
      </LoadedContent>
    </Page>
  );
}
