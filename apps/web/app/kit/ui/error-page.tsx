import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./error-page.module.css";
import { LogoMark } from "./logo-mark.tsx";

interface ErrorPageProps {
  readonly status: number;
  readonly path: string;
  /** Details of the error, for developers. */
  readonly detail?: string | undefined;
}

/** The page after another page has failed to render or load. */
export function ErrorPage({ status, path, detail }: ErrorPageProps) {
  const { t, i18n } = useTranslation();
  const homeAddress = i18n.language === "vi" ? "/vi" : "/";
  const serverErrorTexts = [t("serverError"), t("serverErrorText")];
  const links: Readonly<Record<number, readonly string[]>> = {
    404: [t("pageNotFound"), t("pageNotFoundAt", { path })],
    414: [t("addressTooLong"), t("addressTooLongText")],
    429: [t("tooManyRequests"), t("tooManyRequestsText")],
  };
  const [title, text] = links[status] ?? serverErrorTexts;
  // Reload the requested address by a link with an empty `href`, because the page for status 429 is shown at many
  // addresses.
  const retryAddress = status === 429 ? "" : path;
  return (
    <main className={styles.page} data-status={status}>
      <title>{`${title} · ${t("product")}`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.card}>
        <a className={styles.brand} href={homeAddress}>
          <LogoMark size={28} />
          {t("product")}
        </a>
        <p className={styles.status}>{status}</p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.message}>{text}</p>
        {detail && <pre className={styles.detail}>{detail}</pre>}
        <div className={styles.actions}>
          <a className={styles.action} href={homeAddress}>
            {t("goHome")}
          </a>
          {status !== 404 && status !== 414 && (
            <a className={styles.secondaryLink} href={retryAddress}>
              {t("retry")}
            </a>
          )}
        </div>
      </div>
    </main>
  );
}
