import { useAccount } from "../../features/auth/session.ts";
import { WorkspaceAreaTabs } from "../../features/projects/areas.tsx";
import { ProjectList } from "../../features/projects/list.tsx";
import { useLiveProjects } from "../../features/projects/use-live-projects.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "workspace:projects", texts: ["projects", "table"] };

export async function clientLoader() {
  await Promise.all([loadTexts("projects"), loadTexts("table")]);
  return null;
}
export const shouldRevalidate = () => false;

export default function Projects() {
  const { t } = useTranslation("projects");
  const account = useAccount();
  useLiveProjects();
  return (
    <Page
      title={t("title")}
      width="wide"
      tools={<WorkspaceAreaTabs />}
      actions={
        account &&
        account.role !== "user" && (
          <ButtonLink kind="primary" target={{ page: "/projects/new" }}>
            {t("new")}
          </ButtonLink>
        )
      }
    >
      <ProjectList />
    </Page>
  );
}
