import { useTranslation } from "react-i18next";
import { TwoStepForm } from "../../features/auth/two-step-form.tsx";

export default function TwoStep() {
  const { t } = useTranslation("auth");
  return (
    <>
      <title>{`${t("codeTitle")} · Kakehashi`}</title>
      <TwoStepForm />
    </>
  );
}
