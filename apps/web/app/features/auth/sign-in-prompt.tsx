import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Mark } from "../../kit/ui/mark.tsx";
import styles from "./sign-in-prompt.module.css";

/** In place of a page that belongs to somebody, for whoever is not signed in; `inside` a layout that has the `main`. */
export function SignInPrompt({ inside = false }: { inside?: boolean }) {
  const Place = inside ? "div" : "main";
  const { t } = useTranslation(["auth", "common"]);
  const { pathname, search } = useLocation();
  return (
    <Place className={styles.page}>
      <title>{`${t("common:signIn")} · Kakehashi`}</title>
      <Mark size={48} />
      <h1 className={styles.title}>{t("promptTitle")}</h1>
      <p className={styles.text}>{t("promptText")}</p>
      <div className={styles.actions}>
        <Link className={styles.primary} to={`/login?next=${encodeURIComponent(pathname + search)}`}>
          {t("common:signIn")}
        </Link>
        <Link className={styles.quiet} to="/register">
          {t("common:signUp")}
        </Link>
      </div>
    </Place>
  );
}
