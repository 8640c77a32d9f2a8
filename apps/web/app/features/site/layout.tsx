import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./layout.module.css";

/** What stands around every public page. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.site}>
      <a className="skip-link" href="#content">
        {t("skipToContent")}
      </a>
      <Header />
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
