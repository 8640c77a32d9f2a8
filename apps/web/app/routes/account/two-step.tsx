import { useTranslation } from "react-i18next";
import { TwoStepForm } from "../../features/auth/two-step-form.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";

export default function TwoStepPage() {
  const { t } = useTranslation("auth");
  return (
    <>
      <PageTitle>{t("codeTitle")}</PageTitle>
      <TwoStepForm />
    </>
  );
}
