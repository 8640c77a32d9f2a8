import { accountTypes, chooseAccountType, mayChooseAccountType } from "@kakehashi/contract/users";
import { OnboardingQuestionForm } from "../../features/auth/choice.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";

const textKeys = {
  PERSONAL: ["typePersonal", "typePersonalNote"],
  COMPANY: ["typeCompany", "typeCompanyNote"],
} as const;

const loadChooseAccountTypeSchema = () =>
  import("@kakehashi/contract/schemas/users").then((users) => users.chooseAccountType.body);

export default function AccountTypePage() {
  const { t } = useTranslation("account");
  const account = useAccount();
  if (!account) return <DocumentTitle>{t("typeTitle")}</DocumentTitle>;
  return (
    <OnboardingQuestionForm
      title={t("typeTitle")}
      note={t("typeNote")}
      field="account_type"
      schema={loadChooseAccountTypeSchema}
      options={accountTypes.map((value) => ({
        value,
        name: t(textKeys[value][0]),
        note: t(textKeys[value][1]),
      }))}
      lockedReason={mayChooseAccountType(account) ? undefined : t("choiceSettled")}
      currentValue={account.account_type}
      save={async (body) => (await call(chooseAccountType, { body })).data}
    />
  );
}
