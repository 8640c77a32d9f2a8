import { useLocation } from "react-router";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { buildSitePath, englishPathOf, languageSwitchPageOf } from "./addresses.ts";
import styles from "./header.module.css";
import { type SiteValues, useSite } from "./use-site.ts";

const siteMenu = [
  ["home", "/"],
  ["service", "/service"],
  ["contact", "/contact"],
  ["policy", "/policy"],
  ["blog", "/blog"],
  ["price", "/price"],
] as const;

/**
 * Whether a link leads to the current page. The link to the start page must match the whole address. Other links also
 * match addresses below their own.
 */
function isLinkToCurrentPage(page: string, currentPage: string): boolean {
  return page === currentPage || (page !== "/" && currentPage.startsWith(`${page}/`));
}

function HeaderLinks({ site: siteContext, currentPage }: { site: SiteValues; currentPage: string }) {
  // Signed-in people get a link to their own start page.
  return siteMenu
    .filter(([name]) => name !== "home" || !siteContext.isSignedIn)
    .map(([name, page]) => (
      <li key={name}>
        <a
          className={styles.link}
          href={siteContext.pageAddressOf(page)}
          aria-current={
            page === currentPage ? "page" : isLinkToCurrentPage(page, currentPage) ? "true" : undefined
          }
        >
          {siteContext.texts.frame[name]}
        </a>
      </li>
    ));
}

/** The header of the public site. On a narrow screen its menu is a popover, which works without scripts. */
export function SiteHeader({ lang }: { lang: string | undefined }) {
  const siteContext = useSite();
  const { pathname } = useLocation();
  const currentPage = englishPathOf(pathname);
  const { frame } = siteContext.texts;
  const otherLanguage = siteContext.language === "vi" ? "en" : "vi";
  const language = (
    <a
      className={styles.link}
      href={buildSitePath(languageSwitchPageOf(pathname), otherLanguage)}
      hrefLang={otherLanguage}
      lang={otherLanguage}
      aria-label={`${frame.otherLanguage} (${frame.language})`}
    >
      {frame.otherLanguage}
    </a>
  );
  const signUpLink = !siteContext.isSignedIn && (
    <a className={styles.signUp} href={siteContext.language === "vi" ? "/register?lang=vi" : "/register"}>
      {frame.signUp}
    </a>
  );
  const account = siteContext.isSignedIn ? (
    <a className={styles.link} href="/home">
      {frame.workspace}
    </a>
  ) : (
    <a className={styles.link} href={siteContext.language === "vi" ? "/login?lang=vi" : "/login"}>
      {frame.signIn}
    </a>
  );
  const consultantLink = (
    <a className={styles.consultant} href={`${siteContext.pageAddressOf("/contact")}?topic=consultant`}>
      {frame.consultant}
    </a>
  );
  return (
    <header className={styles.header} lang={lang}>
      <div className={styles.bar}>
        <a className={styles.brand} href={siteContext.pageAddressOf("/")}>
          <LogoMark size={28} />
          {frame.name}
        </a>
        <nav className={styles.nav} aria-label={frame.mainMenu}>
          <ul className={styles.links}>
            <HeaderLinks site={siteContext} currentPage={currentPage} />
          </ul>
        </nav>
        <div className={styles.sideLinks}>
          {language}
          {account}
          {signUpLink}
          {consultantLink}
        </div>
        <button
          type="button"
          className={styles.menuButton}
          popoverTarget="site-menu"
          aria-label={frame.openMenu}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
            <path d="M4 7.5h16M4 16.5h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <div id="site-menu" popover="auto" className={styles.menu}>
        <div className={styles.menuTop}>
          <span className={styles.brand}>
            <LogoMark size={28} />
            {frame.name}
          </span>
          <button
            type="button"
            className={styles.close}
            popoverTarget="site-menu"
            popoverTargetAction="hide"
            aria-label={frame.closeMenu}
          >
            <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        <nav aria-label={frame.openMenu}>
          <ul className={styles.menuLinks}>
            <HeaderLinks site={siteContext} currentPage={currentPage} />
          </ul>
        </nav>
        <div className={styles.menuSide}>
          {consultantLink}
          {signUpLink}
          {account}
          {language}
        </div>
      </div>
    </header>
  );
}
