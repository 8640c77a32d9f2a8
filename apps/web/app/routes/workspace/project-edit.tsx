import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { ProjectForm } from "../../features/projects/project-form.tsx";
import { projectQuery } from "../../features/projects/queries.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/project-edit.ts";

export const handle: PageHandle = { title: "workspace:projects", texts: ["projects"] };

export async function clientLoader() {
  await loadTexts("projects");
  return null;
}
export const shouldRevalidate = () => false;

export default function EditProject({ params }: Route.ComponentProps) {
  const { t } = useTranslation("projects");
  const account = useAccount();
  const query = useQuery(projectQuery(params.id));
  const missingState = (
    <EmptyState
      title={t("notFoundTitle")}
      text={t("notFoundText")}
      action={<Link to="/projects">{t("toProjects")}</Link>}
    />
  );
  return (
    <Page
      title={t("formEdit")}
      backLink={{ to: `/projects/${params.id}`, label: query.data?.name ?? t("back") }}
    >
      <LoadedContent query={query} rows={6} missingState={missingState}>
        {(project) =>
          project.part.is_host && account ? (
            <ProjectForm key={project.id} project={project} account={account} />
          ) : (
            missingState
          )
        }
      </LoadedContent>
    </Page>
  );
}
