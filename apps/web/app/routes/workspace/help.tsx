import { blankFirm, getFirm } from "@kakehashi/contract/firm";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { FirmContext, WorkspaceLanguageContext } from "../../features/site/use-site.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { workspacePathOfPublicPage } from "../../kit/help-address.ts";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";
import styles from "./help.module.css";

export const handle: PageHandle = { title: "workspace:help" };

const helpSitePages = ["contact", "service", "price", "blog"] as const;

/** Returns the workspace address for a clicked link. Null if the browser must handle the click. */
function findWorkspaceAddress(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const hasModifierKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || event.defaultPrevented || event.button !== 0 || hasModifierKey) return null;
  if (link.origin !== location.origin || link.target || link.hash) return null;
  const address = link.pathname + link.search;
  return address === "/home" || address.startsWith("/help/") ? address : workspacePathOfPublicPage(address);
}

/** The help of the workspace. It shows pages of the public site. */
export default function Help() {
  const { t, i18n } = useTranslation("workspace");
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const page = useRef<HTMLElement>(null);
  const language = i18n.language === "vi" ? "vi" : "en";
  const { data: firm = blankFirm } = useQuery({
    queryKey: ["help", "firm", language],
    queryFn: async ({ signal }) => (await call(getFirm, { query: { language }, signal })).data,
  });
  useEffect(() => {
    const element = page.current;
    function openInWorkspace(event: MouseEvent): void {
      const address = findWorkspaceAddress(event);
      if (!address) return;
      event.preventDefault();
      void navigate(address);
    }
    element?.addEventListener("click", openInWorkspace);
    return () => element?.removeEventListener("click", openInWorkspace);
  }, [navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page starts at its top
  useEffect(() => {
    // Use braces, because `scrollTo` returns a promise in new browsers and React would take it for a clean-up function.
    page.current?.scrollTo(0, 0);
  }, [pathname, search]);
  return (
    <Page
      title={null}
      heading={t("help")}
      headingLevel={2}
      note={i18n.language === "ja" && t("helpInEnglish")}
      width="own"
      ref={page}
    >
      <nav className={styles.tabs} aria-label={t("help")}>
        {helpSitePages.map((name) => (
          <NavLink key={name} to={`/help/${name}`}>
            {t(`help_${name}`)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.site} lang={language}>
        <WorkspaceLanguageContext value={language}>
          <FirmContext value={firm}>
            <Outlet />
          </FirmContext>
        </WorkspaceLanguageContext>
      </div>
    </Page>
  );
}
