import { useAccount } from "../../features/auth/session.ts";
import { ProjectForm } from "../../features/projects/project-form.tsx";
import { RequiredProfileStep } from "../../features/projects/required-profile-step.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "workspace:projects", texts: ["projects"] };

export async function clientLoader() {
  await loadTexts("projects");
  return null;
}
export const shouldRevalidate = () => false;

export default function NewProject() {
  const { t } = useTranslation("projects");
  const account = useAccount();
  if (!account) return null;
  return (
    <Page title={t("formNew")} backLink={{ to: "/projects", label: t("back") }}>
      {account.status === "ACCEPTED" ? (
        <ProjectForm project={null} account={account} />
      ) : (
        <RequiredProfileStep purpose="create" status={account.status} />
      )}
    </Page>
  );
}
