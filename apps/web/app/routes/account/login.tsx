import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styles from "../../features/auth/form.module.css";
import { SignInForm } from "../../features/auth/sign-in-form.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";

/** Who has just asked to be deleted is told until when they may think again. */
function Leaving() {
  const { t, i18n } = useTranslation("auth");
  const due = new Date(useSearchParams()[0].get("leaving") ?? "");
  // When is said where the reader's time zone is known.
  if (!useHydrated() || Number.isNaN(due.getTime())) return null;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "long" }).format(due);
  return (
    <p className={styles.told} role="status">
      {t("leaving", { day })}
    </p>
  );
}

export default function Login() {
  const { t } = useTranslation(["auth", "account", "common"]);
  return (
    <>
      <title>{`${t("common:signIn")} · Kakehashi`}</title>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("signInTitle")}</h1>
        <p className={styles.note}>{t("signInNote")}</p>
      </header>
      <Leaving />
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
