import { languages } from "@kakehashi/contract/languages";
import { setWorkingLanguage } from "@kakehashi/contract/users";
import { OnboardingQuestionForm } from "../../features/auth/choice.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";

const loadSetWorkingLanguageSchema = () =>
  import("@kakehashi/contract/schemas/users").then((users) => users.setWorkingLanguage.body);

export default function WorkingLanguagePage() {
  const { t } = useTranslation("account");
  const account = useAccount();
  if (!account) return <DocumentTitle>{t("languageTitle")}</DocumentTitle>;
  return (
    <OnboardingQuestionForm
      title={t("languageTitle")}
      note={t("languageNote")}
      field="language"
      schema={loadSetWorkingLanguageSchema}
      options={languages.map((value) => ({ value, name: nativeLanguageNames[value], lang: value }))}
      currentValue={account.working_language}
      save={async (body) => (await call(setWorkingLanguage, { body })).data}
    />
  );
}
