import { isLanguage } from "@kakehashi/contract/languages";
import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useMatches, useNavigate } from "react-router";
import { ReaderContext } from "../../features/auth/reader.ts";
import {
  cacheAccount,
  loadVisitor,
  refetchStoredAccount,
  signInQuestion,
  useAccount,
  watchSessionEnd,
} from "../../features/auth/session.ts";
import { keepBookmarksUpdated } from "../../features/bookmarks/queries.ts";
import { watchedConversationId } from "../../features/conversations/open.ts";
import { PersonCards } from "../../features/conversations/person-cards.tsx";
import { keepConversationsUpdated } from "../../features/conversations/queries.ts";
import { DraftMarkContext } from "../../features/conversations/row.tsx";
import { FileLayers } from "../../features/files/layers.tsx";
import { preventDropsOutsideTargets } from "../../features/files/stray-drops.ts";
import { LiveBanner } from "../../features/live/banner.tsx";
import { BuildBanner } from "../../features/live/build-banner.tsx";
import { onLiveConnect, startLiveConnection, stopLiveConnection } from "../../features/live/connection.ts";
import { DraftMark } from "../../features/messages/draft-mark.tsx";
import { KeyboardShortcuts } from "../../features/messages/key-map.tsx";
import { keepDraftsUpdated } from "../../features/messages/state/drafts.ts";
import { isOnScreen } from "../../features/messages/state/on-screen.ts";
import { keepMessagesUpdated } from "../../features/messages/state/sends.ts";
import { startStoringNewestChats } from "../../features/messages/state/store-newest.ts";
import { keepNotificationsUpdated } from "../../features/notifications/queries.ts";
import { useDesktopNotices } from "../../features/notifications/use-desktop-notices.ts";
import { followPresence } from "../../features/presence/presence.ts";
import { QuickSwitcher } from "../../features/search/palette.tsx";
import { keepThreadsUpdated } from "../../features/threads/queries.ts";
import { isDeskAddress } from "../../features/translations/is-desk.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { formatFor } from "../../kit/format.ts";
import { whenIdle } from "../../kit/idle.ts";
import { onPushNotificationClick, useOffline } from "../../kit/offline.ts";
import type { PageHandle } from "../../kit/page.ts";
import { usePreloads } from "../../kit/preloads.ts";
import { receivesPush } from "../../kit/push-flag.ts";
import { queryClient } from "../../kit/query.ts";
import { StableNavigateProvider } from "../../kit/stable-link.tsx";
import { useStore } from "../../kit/store.ts";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import { Frame, loadMoreFonts } from "../../kit/ui/frame.tsx";
import { createLazyPart, LoadFailedSilently } from "../../kit/ui/part.tsx";
import { FormatContext } from "../../kit/use-format.ts";
import styles from "./layout.module.css";
import type { startWhenLive } from "./once-live.ts";
import { MainNavigation } from "./rail.tsx";
import { navigationNamespaces, switcherPagesFor } from "./rail-entries.tsx";
import { WorkspaceShell } from "./shell.tsx";
import { useApplySettings } from "./use-apply-settings.ts";
import { useReportTimeZone } from "./use-report-time-zone.ts";

const LeavingBanner = createLazyPart(async () => {
  const [{ LeavingBanner }] = await Promise.all([
    import("../../features/deletion/leaving-banner.tsx"),
    loadTexts("leaving"),
  ]);
  return LeavingBanner;
}, LoadFailedSilently);

const SignInAgain = createLazyPart(async () => {
  const [{ SignInAgain }] = await Promise.all([
    import("../../features/auth/sign-in-again.tsx"),
    loadTexts("auth"),
  ]);
  return SignInAgain;
}, LoadFailedSilently);

/** All pages of the workspace depend on the account, so load the account first. */
export async function clientLoader() {
  // In Japanese, all text would visibly change when the font loads later. So wait for the font.
  const fonts = document.documentElement.lang === "ja" ? loadMoreFonts() : null;
  const [visitor] = await Promise.all([loadVisitor(), fonts]);
  // Signed-out visitors see a prompt to sign in. An admin's start page shows the waiting work.
  if (!visitor) await loadTexts("auth");
  else if (visitor.role === "admin") await loadTexts("admin");
  return null;
}

/** The server renders only the outline of the workspace. */
export const HydrateFallback = WorkspaceShell;

export default function Layout() {
  return (
    <Frame>
      <Workspace />
    </Frame>
  );
}

/** After a reconnect, repeats the queries that failed while the device was offline. */
function refetchFailedQueries(): void {
  refetchStoredAccount();
  void queryClient().refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}

/** Milliseconds before this device renews its subscription to push messages. The page loads first. */
const pushRenewalDelayMs = 8_000;

function renewPushSubscription(): () => void {
  if (!receivesPush()) return () => undefined;
  return whenIdle(
    pushRenewalDelayMs,
    () =>
      void import("../../features/push/device.ts")
        .then(({ renewSubscription }) => renewSubscription())
        .catch(() => undefined),
  );
}

/**
 * Loads and starts the code of `once-live.ts` after the live connection is open. That code handles new messages, and
 * none arrive before.
 */
function startLaterCodeOnceLive(...noticeArgs: Parameters<typeof startWhenLive>): () => void {
  let isStopped = false;
  let stopLaterCode: (() => void) | undefined;
  const stopListening = onLiveConnect(() => {
    if (stopLaterCode) return;
    void import("./once-live.ts")
      .then((onceLive) => {
        if (!isStopped) stopLaterCode ??= onceLive.startWhenLive(...noticeArgs);
      })
      .catch(() => undefined);
  });
  return () => {
    isStopped = true;
    stopListening();
    stopLaterCode?.();
  };
}

function Workspace() {
  const { t, i18n } = useTranslation();
  const { t: tNavigation } = useTranslation(navigationNamespaces);
  const { pathname } = useLocation();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const account = useAccount();
  const userId = account?.id;
  const answerSignIn = useStore(signInQuestion);
  const isNarrow = useMediaQuery("(max-width: 819px)") ?? false;
  const isFocused = useMatches().some(({ handle }) => (handle as WorkspaceHandle | undefined)?.isFocused);

  const onDesktop = account?.settings.notify_desktop ?? false;
  const reader = useMemo(
    () => ({
      userId: userId ?? "",
      role: account?.role ?? "user",
      language: account?.working_language ?? language,
      languages: account?.languages ?? [],
      showsOriginals: account?.settings.show_originals ?? false,
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
  const latestState = {
    onNotification: useDesktopNotices(onDesktop),
    navigate: useNavigate(),
    settings: account?.settings,
    language: reader.language,
  };
  const latestStateRef = useRef(latestState);
  useEffect(() => {
    latestStateRef.current = latestState;
  });
  useApplySettings(account);
  useReportTimeZone(account);
  usePreloads();
  useOffline(i18n.language, account?.settings.theme);
  useEffect(() => {
    if (account) cacheAccount(account);
  }, [account]);

  useEffect(() => {
    if (!userId) return;
    const unsubscribes = [
      watchSessionEnd(),
      keepConversationsUpdated(() => ({ userId, openId: watchedConversationId() })),
      keepMessagesUpdated(userId),
      startStoringNewestChats(),
      onLiveConnect(refetchFailedQueries),
      keepDraftsUpdated(userId),
      startLaterCodeOnceLive(userId, {
        settings: () => latestStateRef.current.settings,
        language: () => latestStateRef.current.language,
        hiddenText: () => i18n.t("live:newMessage"),
        open: (address) => void latestStateRef.current.navigate(address),
      }),
      onPushNotificationClick((address) => void latestStateRef.current.navigate(address)),
      renewPushSubscription(),
      keepThreadsUpdated(),
      keepNotificationsUpdated(
        (notification) => latestStateRef.current.onNotification(notification),
        isOnScreen,
      ),
      keepBookmarksUpdated(),
      followPresence(),
      preventDropsOutsideTargets(),
    ];
    startLiveConnection();
    return () => {
      stopLiveConnection();
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [userId, i18n]);

  if (!account) return <Outlet />;
  return (
    <FormatContext value={formatFor(language, account.settings.time_zone ?? undefined)}>
      <ReaderContext value={reader}>
        <StableNavigateProvider>
          <DraftMarkContext value={DraftMark}>
            <div className={styles.workspace} data-focused={isFocused || undefined}>
              <a
                className="skip-link"
                href={!isNarrow && isDeskAddress(pathname) ? "#page-start" : "#content"}
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
                <LiveBanner />
                <BuildBanner />
                <div className={styles.panes}>
                  <PaneErrorBoundary resetKey={pathname}>
                    <Outlet />
                  </PaneErrorBoundary>
                </div>
              </div>
              <FileLayers />
              <QuickSwitcher pages={switcherPagesFor(account.role, tNavigation)} />
              <KeyboardShortcuts />
              <PersonCards userId={account.id} />
              {answerSignIn && (
                <Suspense fallback={null}>
                  <SignInAgain account={account} answer={answerSignIn} />
                </Suspense>
              )}
            </div>
          </DraftMarkContext>
        </StableNavigateProvider>
      </ReaderContext>
    </FormatContext>
  );
}

/** What a page's `handle` tells the workspace layout. */
export interface WorkspaceHandle extends PageHandle {
  /** Whether the page fills the window on a narrow screen. If so, the page has its own back link. */
  readonly isFocused?: boolean;
}
