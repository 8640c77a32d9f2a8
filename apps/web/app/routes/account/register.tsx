import { Link } from "react-router";
import styles from "../../features/auth/form.module.css";
import { GoogleSignIn } from "../../features/auth/google.tsx";
import { loadGoogleAvailability } from "../../features/auth/issuers.ts";
import { RegisterForm } from "../../features/auth/register-form.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import type { Route } from "./+types/register.ts";

export const loader = loadGoogleAvailability;

export default function Register({ loaderData: { google } }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "common"]);
  return (
    <>
      <DocumentTitle>{t("common:signUp")}</DocumentTitle>
      <meta name="description" content={t("registerNote")} />
      <RegisterForm>
        <GoogleSignIn isOffered={google} />
      </RegisterForm>
      <p className={styles.aside}>
        {t("haveAccount")} <Link to="/login">{t("common:signIn")}</Link>
      </p>
    </>
  );
}
