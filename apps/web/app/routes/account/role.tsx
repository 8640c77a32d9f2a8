import { choosableRoles, chooseRole, mayChooseRole } from "@kakehashi/contract/users";
import { OnboardingQuestionForm } from "../../features/auth/choice.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { roleTextKeys } from "../../features/profiles/roles.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";

const roleNoteKeys = {
  company: "roleCompanyNote",
  dev: "roleDevNote",
  comtor: "roleComtorNote",
  brse: "roleBrseNote",
} as const;

const loadChooseRoleSchema = () =>
  import("@kakehashi/contract/schemas/users").then((users) => users.chooseRole.body);

export default function RolePage() {
  const { t } = useTranslation(["account", "common"]);
  const account = useAccount();
  if (account === undefined) return <DocumentTitle>{t("roleTitle")}</DocumentTitle>;
  if (account === null) return <SignInPrompt title={t("roleTitle")} isInsideMain />;
  return (
    <OnboardingQuestionForm
      title={t("roleTitle")}
      note={t("roleNote")}
      field="role"
      schema={loadChooseRoleSchema}
      options={choosableRoles.map((value) => ({
        value,
        name: t(`common:${roleTextKeys[value]}`),
        note: t(roleNoteKeys[value]),
      }))}
      lockedReason={
        mayChooseRole(account) ? undefined : t(account.role === "admin" ? "roleGiven" : "choiceSettled")
      }
      currentValue={choosableRoles.find((role) => role === account.role) ?? null}
      save={async (body) => (await call(chooseRole, { body })).data}
    />
  );
}
