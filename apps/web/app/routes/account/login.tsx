import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "../../features/auth/form.module.css";
import { SignInForm } from "../../features/auth/sign-in-form.tsx";

export default function Login() {
  const { t } = useTranslation(["auth", "account", "common"]);
  return (
    <>
      <title>{`${t("common:signIn")} · Kakehashi`}</title>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("signInTitle")}</h1>
        <p className={styles.note}>{t("signInNote")}</p>
      </header>
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
