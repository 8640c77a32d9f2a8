import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./layout.module.css";
import { useSite } from "./use-site.ts";

/** What stands around every public page. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  // Around a page in Japanese the frame is English.
  const { language } = useSite();
  const frame = language === i18n.language ? undefined : language;
  return (
    <div className={styles.site}>
      <a className="skip-link" href="#content">
        {t("skipToContent")}
      </a>
      <Header lang={frame} />
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer lang={frame} />
    </div>
  );
}
