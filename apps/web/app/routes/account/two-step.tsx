import { TwoStepForm } from "../../features/auth/two-step-form.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";

export default function TwoStepPage() {
  const { t } = useTranslation("auth");
  return (
    <>
      <DocumentTitle>{t("codeTitle")}</DocumentTitle>
      <TwoStepForm />
    </>
  );
}
