import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "../../features/auth/form.module.css";
import { RegisterForm } from "../../features/auth/register-form.tsx";

export default function Register() {
  const { t } = useTranslation(["auth", "common"]);
  return (
    <>
      <title>{`${t("common:signUp")} · Kakehashi`}</title>
      <RegisterForm />
      <p className={styles.aside}>
        {t("haveAccount")} <Link to="/login">{t("common:signIn")}</Link>
      </p>
    </>
  );
}
