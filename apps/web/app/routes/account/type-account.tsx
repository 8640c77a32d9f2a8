import { accountTypes, chooseAccountType, mayChooseAccountType } from "@kakehashi/contract/users";
import { useTranslation } from "react-i18next";
import { Choice } from "../../features/auth/choice.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { call } from "../../kit/api.ts";
import { PageTitle } from "../../kit/ui/page-title.tsx";

const textKeys = {
  PERSONAL: ["typePersonal", "typePersonalNote"],
  COMPANY: ["typeCompany", "typeCompanyNote"],
} as const;

export default function TypeAccount() {
  const { t } = useTranslation("account");
  const account = useAccount();
  if (!account) return <PageTitle>{t("typeTitle")}</PageTitle>;
  return (
    <Choice
      title={t("typeTitle")}
      note={t("typeNote")}
      options={accountTypes.map((value) => ({
        value,
        name: t(textKeys[value][0]),
        note: t(textKeys[value][1]),
      }))}
      lockedReason={mayChooseAccountType(account) ? undefined : t("choiceSettled")}
      currentValue={account.account_type}
      save={async (account_type) => (await call(chooseAccountType, { body: { account_type } })).data}
    />
  );
}
