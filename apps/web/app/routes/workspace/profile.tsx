import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../features/auth/session.ts";
import { Activation } from "../../features/profiles/activation.tsx";
import { Picture } from "../../features/profiles/picture.tsx";
import { ProfileForm } from "../../features/profiles/profile-form.tsx";
import { myProfileQuery } from "../../features/profiles/queries.ts";
import { ApiError } from "../../kit/api-error.ts";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import styles from "./column.module.css";

export default function Profile() {
  const { t } = useTranslation(["profiles", "common"]);
  const textOf = useErrorText();
  const account = useAccount();
  const { data: profile, error, refetch } = useQuery(myProfileQuery);
  const [pictureError, setPictureError] = useState<string>();
  if (!account) return null;
  const title = t(account.account_type === "COMPANY" ? "titleCompany" : "title");
  return (
    <main className={styles.page}>
      <title>{`${title} · Kakehashi`}</title>
      <PageHeader title={title} note={t("note")} />
      <div className={styles.column}>
        {error ? (
          <FailedState error={error} retry={refetch} />
        ) : profile === undefined ? (
          <SkeletonRows count={5} label={t("common:loading")} />
        ) : (
          <>
            <Activation
              profile={profile}
              refused={(refusal) => {
                if (refusal instanceof ApiError) setPictureError(refusal.fields.avatar);
                toast(textOf(refusal), "error");
              }}
            />
            <Picture account={account} error={account.avatar ? undefined : pictureError} />
            <ProfileForm key={profile?.id ?? "new"} account={account} profile={profile} />
          </>
        )}
      </div>
    </main>
  );
}
