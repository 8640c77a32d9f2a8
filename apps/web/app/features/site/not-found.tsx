import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./not-found.module.css";
import { PageHead } from "./page-head.tsx";
import parts from "./parts.module.css";
import { BlogSearch, PageHeading, PageSection } from "./parts.tsx";
import { useSite } from "./use-site.ts";

const suggestedPages = ["service", "price", "blog", "contact"] as const;

/** The "not found" page: a search, links, and the newest articles. */
export function NotFoundPage({ path, posts }: { path: string; posts: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { texts, pageAddressOf: to, language } = useSite();
  const leadText = path === "" ? t("pageNotFound") : t("pageNotFoundAt", { path });
  return (
    <>
      <PageHead page="/" title={t("pageNotFound")} description={leadText} cardPath="home" isIndexed={false} />
      <div className={styles.head} data-status={404} lang={i18n.language}>
        <PageHeading title={t("pageNotFound")} leadText={leadText} smallTitle="404">
          <div className={parts.actions}>
            <a className={parts.primary} href={to("/")}>
              {t("goHome")}
            </a>
          </div>
        </PageHeading>
      </div>
      <div lang={language}>
        <BlogSearch />
        <ul className={styles.pages}>
          {suggestedPages.map((name) => (
            <li key={name}>
              <a href={to(`/${name}`)}>{texts.frame[name]}</a>
            </li>
          ))}
        </ul>
        {posts && (
          <PageSection id="posts" title={texts.home.blog.title}>
            {posts}
          </PageSection>
        )}
      </div>
    </>
  );
}
