import type { Profile as ProfileRecord } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../features/auth/session.ts";
import { ProfileActivation } from "../../features/profiles/activation.tsx";
import { ProfilePicture } from "../../features/profiles/picture.tsx";
import { ProfileForm } from "../../features/profiles/profile-form.tsx";
import { myProfileQuery } from "../../features/profiles/queries.ts";
import { useProfileForm } from "../../features/profiles/use-profile-form.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import type { PageHandle } from "../../kit/page.ts";
import { toastError } from "../../kit/toast.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "profiles:title", texts: ["profileForm"] };

export async function clientLoader() {
  await loadTexts("profileForm");
  return null;
}
export const shouldRevalidate = () => false;

export default function Profile() {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const account = useAccount();
  const query = useQuery(myProfileQuery);
  if (!account) return null;
  const title = t(account.account_type === "COMPANY" ? "titleCompany" : "title");
  return (
    <Page title={title} note={t("profileForm:note")}>
      <LoadedContent query={query} rows={5}>
        {(profile) => <ProfileEditor account={account} profile={profile} />}
      </LoadedContent>
    </Page>
  );
}

function ProfileEditor({ account, profile }: { account: Account; profile: ProfileRecord | null }) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const [pictureError, setPictureError] = useState<string>();
  const form = useProfileForm(account, profile);
  const { trigger, getValues, setError, setFocus } = form.form;

  async function isFormComplete(): Promise<boolean> {
    const isCompany = account.account_type === "COMPANY";
    const hasDescription = getValues("description")?.trim() !== "";
    setPictureError(account.avatar ? undefined : t("profileForm:pictureNeeded"));
    const isValid = await trigger(undefined, { shouldFocus: true });
    if (isValid && !hasDescription) {
      setError("description", {
        message: t(isCompany ? "profileForm:descriptionNeededCompany" : "profileForm:descriptionNeeded"),
      });
      setFocus("description");
    }
    return isValid && hasDescription && account.avatar !== null;
  }

  return (
    <>
      <ProfileActivation
        profile={profile}
        checkRequiredFields={isFormComplete}
        save={form.save}
        onRefused={(refusal) => {
          if (refusal instanceof ApiError) {
            setPictureError(refusal.fields.avatar);
            if (refusal.fields.description) setError("description", { message: refusal.fields.description });
          }
          toastError(refusal);
        }}
      />
      <ProfilePicture account={account} error={account.avatar ? undefined : pictureError} />
      <ProfileForm account={account} profile={profile} form={form} />
    </>
  );
}
