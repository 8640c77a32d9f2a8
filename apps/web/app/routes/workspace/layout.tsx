import { isLanguage } from "@kakehashi/contract/languages";
import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, useMemo } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { ReaderContext } from "../../features/auth/reader.ts";
import {
  loadGuardVisitor,
  signInDialogCloserStore,
  storeAccountOffline,
  useAccount,
} from "../../features/auth/session.ts";
import { PersonCardLayer } from "../../features/conversations/person-cards.tsx";
import { DraftMarkComponentContext } from "../../features/conversations/row.tsx";
import { FileLayers } from "../../features/files/layers.tsx";
import { ConnectionLostBanner } from "../../features/live/banner.tsx";
import { NewVersionBanner } from "../../features/live/new-version-banner.tsx";
import { DraftMark } from "../../features/messages/draft-mark.tsx";
import { GlobalShortcutHandler } from "../../features/messages/global-shortcut-handler.tsx";
import { QuickSwitcher } from "../../features/search/palette.tsx";
import { isTranslatorsPagePath } from "../../features/translations/is-desk.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../../kit/format.ts";
import { useOfflineMode } from "../../kit/offline.ts";
import type { PageHandle } from "../../kit/page.ts";
import { usePagePreloads } from "../../kit/preloads.ts";
import { StableNavigateProvider } from "../../kit/stable-link.tsx";
import { useStoreValue } from "../../kit/store.ts";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import { AppProviders, loadMoreFonts } from "../../kit/ui/frame.tsx";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import { FormatterContext } from "../../kit/use-format.ts";
import styles from "./layout.module.css";
import { MainNavigation } from "./rail.tsx";
import { listSwitcherPages, navigationNamespaces } from "./rail-entries.tsx";
import { WorkspaceSkeleton } from "./skeleton.tsx";
import { useApplySettings } from "./use-apply-settings.ts";
import { useLiveUpdates } from "./use-live-updates.ts";
import { useDeviceTimeZoneReporting } from "./use-report-time-zone.ts";

const LeavingBanner = createLazyComponent(async () => {
  const [{ PlannedDeletionBanner }] = await Promise.all([
    import("../../features/deletion/leaving-banner.tsx"),
    loadTexts("leaving"),
  ]);
  return PlannedDeletionBanner;
}, EmptyLoadFailedFallback);

const ExpiredSessionDialog = createLazyComponent(async () => {
  const [{ ExpiredSessionDialog }] = await Promise.all([
    import("../../features/auth/expired-session-dialog.tsx"),
    loadTexts("auth"),
  ]);
  return ExpiredSessionDialog;
}, EmptyLoadFailedFallback);

/** All workspace pages need the account, so load it first. */
export async function clientLoader() {
  // Wait for the Japanese font. If it loaded later, all text would visibly change.
  const fontsPromise = document.documentElement.lang === "ja" ? loadMoreFonts() : null;
  const [visitor] = await Promise.all([loadGuardVisitor(), fontsPromise]);
  // Signed-out visitors see the sign-in prompt, which needs the text file `auth`. The start page of admins needs the
  // text file `admin`.
  if (!visitor) await loadTexts("auth");
  else if (visitor.role === "admin") await loadTexts("admin");
  return null;
}

/** The server renders only the outline of the workspace. */
export const HydrateFallback = WorkspaceSkeleton;

export default function Layout() {
  return (
    <AppProviders>
      <WorkspaceFrame />
    </AppProviders>
  );
}

function WorkspaceFrame() {
  const { t, i18n } = useTranslation();
  const { t: translateNavigation } = useTranslation(navigationNamespaces);
  const { pathname } = useLocation();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const account = useAccount();
  const userId = account?.id;
  const closeSignInDialog = useStoreValue(signInDialogCloserStore);
  const isNarrow = useMediaQuery("(max-width: 819px)") ?? false;
  const isFocused = useMatches().some(
    ({ handle }) => (handle as WorkspaceHandle | undefined)?.fillsNarrowScreen,
  );

  const reader = useMemo(
    () => ({
      userId: userId ?? "",
      role: account?.role ?? "user",
      ownLanguage: account?.working_language ?? language,
      languages: account?.languages ?? [],
      showsOriginalBesideTranslation: account?.settings.show_originals ?? false,
    }),
    [
      userId,
      account?.role,
      account?.working_language,
      account?.languages,
      account?.settings.show_originals,
      language,
    ],
  );
  useApplySettings(account);
  useDeviceTimeZoneReporting(account);
  usePagePreloads();
  useOfflineMode(i18n.language, account?.settings.theme);
  useEffect(() => {
    if (account) storeAccountOffline(account);
  }, [account]);

  useLiveUpdates(account, reader.ownLanguage);

  if (!account) return <Outlet />;
  return (
    <FormatterContext value={getLocaleFormat(language, account.settings.time_zone ?? undefined)}>
      <ReaderContext value={reader}>
        <StableNavigateProvider>
          <DraftMarkComponentContext value={DraftMark}>
            <div className={styles.workspace} data-focused={isFocused || undefined}>
              <a
                className="skip-link"
                href={!isNarrow && isTranslatorsPagePath(pathname) ? "#page-start" : "#content"}
              >
                {t("skipToContent")}
              </a>
              <MainNavigation account={account} isNarrow={isNarrow} />
              <div className={styles.content} id="content" tabIndex={-1}>
                {account.deletion_due_at && (
                  <Suspense fallback={null}>
                    <LeavingBanner dueAt={account.deletion_due_at} />
                  </Suspense>
                )}
                <ConnectionLostBanner />
                <NewVersionBanner />
                <div className={styles.panes}>
                  <PaneErrorBoundary resetKey={pathname}>
                    <Outlet />
                  </PaneErrorBoundary>
                </div>
              </div>
              <FileLayers />
              <QuickSwitcher pages={listSwitcherPages(account.role, translateNavigation)} />
              <GlobalShortcutHandler />
              <PersonCardLayer userId={account.id} />
              {closeSignInDialog && (
                <Suspense fallback={null}>
                  <ExpiredSessionDialog account={account} answer={closeSignInDialog} />
                </Suspense>
              )}
            </div>
          </DraftMarkComponentContext>
        </StableNavigateProvider>
      </ReaderContext>
    </FormatterContext>
  );
}

/** The part of a page's `handle` that the workspace layout uses. */
export interface WorkspaceHandle extends PageHandle {
  /** Whether the page fills the whole window of a narrow screen. Such a page has a back link of its own. */
  readonly fillsNarrowScreen?: boolean;
}
