import { useLocation } from "react-router";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { buildSitePath, languageSwitchPageOf } from "./addresses.ts";
import { FirmFooterLine } from "./firm.tsx";
import styles from "./footer.module.css";
import { useSite } from "./use-site.ts";

export function SiteFooter({ lang }: { lang: string | undefined }) {
  const { texts, pageAddressOf: to, language, isSignedIn } = useSite();
  const { frame } = texts;
  const { pathname } = useLocation();
  const otherLanguage = language === "vi" ? "en" : "vi";
  const languageParam = language === "vi" ? "?lang=vi" : "";
  const groups = [
    {
      title: frame.footerFirm,
      links: [
        [frame.service, to("/service")],
        [frame.price, to("/price")],
        [frame.contact, to("/contact")],
        [frame.consultant, `${to("/contact")}?topic=consultant`],
      ],
    },
    {
      title: frame.footerRead,
      links: [
        [frame.blog, to("/blog")],
        [frame.feed, to("/blog/rss.xml")],
        [frame.policy, to("/policy")],
        [frame.privacy, to("/privacy")],
        [frame.cookies, to("/cookies")],
      ],
    },
    {
      title: frame.footerWorkspace,
      links: isSignedIn
        ? [[frame.workspace, "/home"]]
        : [
            [frame.signIn, `/login${languageParam}`],
            [frame.register, `/register${languageParam}`],
          ],
    },
  ] as const;
  return (
    <footer className={styles.footer} lang={lang}>
      <svg
        className={styles.arch}
        viewBox="0 0 1440 80"
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
      >
        <path
          d="M-40 78C360 -18 1080 -18 1480 78"
          stroke="var(--accent)"
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className={styles.inner}>
        <div className={styles.firm}>
          <a className={styles.brand} href={to("/")}>
            <LogoMark size={28} />
            {frame.name}
            <span lang="ja" className={styles.kanji}>
              架け橋
            </span>
          </a>
          <p className={styles.claim}>{frame.footerClaim}</p>
          <a
            className={styles.language}
            href={buildSitePath(languageSwitchPageOf(pathname), otherLanguage)}
            hrefLang={otherLanguage}
            lang={otherLanguage}
          >
            {frame.otherLanguage}
          </a>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul>
              {links.map(([name, address]) => (
                <li key={address}>
                  <a className={styles.link} href={address}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <FirmFooterLine />
      <p className={styles.rights}>© 2026 {frame.rights}</p>
    </footer>
  );
}
