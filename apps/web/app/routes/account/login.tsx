import { Link, useSearchParams } from "react-router";
import styles from "../../features/auth/form.module.css";
import { GoogleSignIn } from "../../features/auth/google.tsx";
import { loadGoogleAvailability } from "../../features/auth/issuers.ts";
import { SignInForm } from "../../features/auth/sign-in-form.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useHydrated } from "../../kit/use-hydrated.ts";
import type { Route } from "./+types/login.ts";

/** A note for a person who has just requested the deletion of their account. It says until when they can cancel it. */
function PlannedDeletionNote() {
  const { t } = useTranslation("auth");
  const format = useFormat();
  const deletionDate = new Date(useSearchParams()[0].get("leaving") ?? "");
  // Show the date only when the reader's time zone is known.
  if (!useHydrated() || Number.isNaN(deletionDate.getTime())) return null;
  return (
    <p className={styles.sentNote} role="status">
      {t("leaving", { day: format.date(deletionDate) })}
    </p>
  );
}

export const loader = loadGoogleAvailability;

export default function Login({ loaderData: { google } }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "account", "common"]);
  return (
    <>
      <DocumentTitle>{t("common:signIn")}</DocumentTitle>
      <meta name="description" content={t("signInNote")} />
      <header className={styles.header}>
        <h1 className={styles.title}>{t("signInTitle")}</h1>
        <p className={styles.note}>{t("signInNote")}</p>
      </header>
      <PlannedDeletionNote />
      <GoogleSignIn isOffered={google} />
      <SignInForm />
      <p className={styles.aside}>
        <Link to="/password/forgot">{t("account:forgotLink")}</Link>
      </p>
      <p className={styles.aside}>
        {t("noAccount")} <Link to="/register">{t("common:signUp")}</Link>
      </p>
    </>
  );
}
