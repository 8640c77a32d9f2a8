import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SiteFooter } from "./footer.tsx";
import { SiteHeader } from "./header.tsx";
import styles from "./layout.module.css";
import { useSite } from "./use-site.ts";

/** The header and footer of every public page. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  // A Japanese page has an English header and footer, because their texts do not exist in Japanese.
  const { language } = useSite();
  const headerLanguage = language === i18n.language ? undefined : language;
  return (
    <div className={styles.site}>
      <a className="skip-link" href="#content">
        {t("skipToContent")}
      </a>
      <SiteHeader lang={headerLanguage} />
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter lang={headerLanguage} />
    </div>
  );
}
