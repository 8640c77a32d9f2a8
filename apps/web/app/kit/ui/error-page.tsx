import { useTranslation } from "react-i18next";
import styles from "./error-page.module.css";
import { Mark } from "./mark.tsx";

/** The page that replaces one that failed (spec §2). `detail` is for whoever develops it. */
export function ErrorPage({
  status,
  path,
  detail,
}: {
  status: number;
  path: string;
  detail?: string | undefined;
}) {
  const { t } = useTranslation();
  const missing = status === 404;
  const home = /^\/vi(?:\/|$)/.test(path) ? "/vi" : "/";
  const title = missing ? t("pageNotFound") : t("serverError");
  return (
    <main className={styles.page}>
      <title>{`${title} · ${t("product")}`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.card}>
        <a className={styles.brand} href={home}>
          <Mark size={28} />
          {t("product")}
        </a>
        <p className={styles.status}>{status}</p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.message}>{missing ? t("pageNotFoundAt", { path }) : t("serverErrorText")}</p>
        {detail && <pre className={styles.detail}>{detail}</pre>}
        <div className={styles.actions}>
          <a className={styles.action} href={home}>
            {t("goHome")}
          </a>
          {!missing && (
            <a className={styles.quiet} href={path}>
              {t("retry")}
            </a>
          )}
        </div>
      </div>
    </main>
  );
}
