import type { Language } from "@kakehashi/contract/languages";
import type { Account } from "@kakehashi/contract/users";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { refetchAccountIfFromStorage, startHandlingSessionEnd } from "../../features/auth/session.ts";
import { keepBookmarksUpdated } from "../../features/bookmarks/queries.ts";
import { visibleConversationId } from "../../features/conversations/open.ts";
import { keepConversationsUpdated } from "../../features/conversations/queries.ts";
import { preventDropsOutsideTargets } from "../../features/files/stray-drops.ts";
import { onLiveConnect, startLiveConnection, stopLiveConnection } from "../../features/live/connection.ts";
import { keepDraftsUpdated } from "../../features/messages/state/drafts.ts";
import { isOnScreen } from "../../features/messages/state/on-screen.ts";
import { startMessageSync } from "../../features/messages/state/sends.ts";
import { startStoringNewestChats } from "../../features/messages/state/store-newest.ts";
import { keepNotificationsUpdated } from "../../features/notifications/queries.ts";
import { useNewNotificationPresenter } from "../../features/notifications/use-show-notice.ts";
import { startPresenceSync } from "../../features/presence/presence.ts";
import { keepThreadsUpdated } from "../../features/threads/queries.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { runWhenReaderIdle } from "../../kit/idle.ts";
import { onPushNotificationClick } from "../../kit/offline.ts";
import { readOrStorePushFlag } from "../../kit/push-flag.ts";
import { getQueryClient } from "../../kit/query.ts";
import type { startNoticesAndDraftSaving } from "./once-live.ts";

/** After a reconnect, repeats the queries that failed while offline. */
function refetchFailedQueries(): void {
  refetchAccountIfFromStorage();
  void getQueryClient().refetchQueries({
    type: "active",
    predicate: ({ state }) => state.status === "error",
  });
}

/** How many milliseconds this device waits before it renews its push subscription, so that the page can load first. */
const pushRenewalDelayMs = 8_000;

function renewPushSubscription(): () => void {
  if (!readOrStorePushFlag()) return () => undefined;
  return runWhenReaderIdle(
    pushRenewalDelayMs,
    () =>
      void import("../../features/push/device.ts")
        .then(({ registerExistingSubscription }) => registerExistingSubscription())
        .catch(() => undefined),
  );
}

/**
 * Loads and starts `once-live.ts` after the live connection is open. Its code is not needed earlier, because it handles
 * new messages, which arrive only over the live connection.
 */
function loadDeferredCodeWhenLive(...noticeArgs: Parameters<typeof startNoticesAndDraftSaving>): () => void {
  let isStopped = false;
  let stopDeferredCode: (() => void) | undefined;
  const stopListening = onLiveConnect(() => {
    if (stopDeferredCode) return;
    void import("./once-live.ts")
      .then((onceLiveModule) => {
        if (!isStopped) stopDeferredCode ??= onceLiveModule.startNoticesAndDraftSaving(...noticeArgs);
      })
      .catch(() => undefined);
  });
  return () => {
    isStopped = true;
    stopListening();
    stopDeferredCode?.();
  };
}

/**
 * Opens the live connection of the signed-in account, and updates the data of all features when events arrive.
 * Notifications are written in `language`.
 */
export function useLiveUpdates(account: Account | null | undefined, language: Language): void {
  const { i18n } = useTranslation();
  const userId = account?.id;
  const latestState = {
    onNotification: useNewNotificationPresenter(account?.settings.notify_desktop ?? false),
    navigate: useNavigate(),
    settings: account?.settings,
    language,
  };
  const latestStateRef = useRef(latestState);
  useEffect(() => {
    latestStateRef.current = latestState;
  });
  useEffect(() => {
    if (!userId) return;
    const unsubscribeFunctions = [
      startHandlingSessionEnd(),
      keepConversationsUpdated(() => ({ userId, openRoomId: visibleConversationId() })),
      startMessageSync(userId),
      startStoringNewestChats(),
      onLiveConnect(refetchFailedQueries),
      keepDraftsUpdated(userId),
      loadDeferredCodeWhenLive(userId, {
        settings: () => latestStateRef.current.settings,
        language: () => latestStateRef.current.language,
        textForHiddenContent: () => i18n.t("live:newMessage"),
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
      startPresenceSync(),
      preventDropsOutsideTargets(),
    ];
    startLiveConnection();
    return () => {
      stopLiveConnection();
      for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    };
  }, [userId, i18n]);
}
