import { IconFiles, IconLanguage, IconMessageReply } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import { useBookmarkCounts } from "../../features/bookmarks/queries.ts";
import type { ListTab } from "../../features/conversations/list-tabs.tsx";
import { conversationListTabs, myChatTab } from "../../features/conversations/room-tabs.tsx";
import { useUnreadThreadCount } from "../../features/threads/queries.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";

/** Loads a tab's code together with the texts of its list. */
const loadCodeWithTexts = async <T,>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("room")]))[0];
const BookmarkList = createLazyComponent(
  async () => (await loadCodeWithTexts(import("../../features/bookmarks/bookmark-list.tsx"))).BookmarkList,
);
const ThreadList = createLazyComponent(
  async () => (await loadCodeWithTexts(import("../../features/threads/thread-list.tsx"))).ThreadList,
);

/** The tabs of the conversation list, in their order. To add a tab, add an entry. */
export const chatTabs: readonly ListTab[] = [
  ...conversationListTabs,
  {
    key: "bookmark",
    name: (t) => t("tabBookmark"),
    Icon: IconLanguage,
    useCount: () => useBookmarkCounts().data?.count_untranslated,
    countLabel: (t, count) => t("openMarks", { count }),
    Content: () => (
      <TabPlaceholder>
        <BookmarkList />
      </TabPlaceholder>
    ),
  },
  {
    key: "threads",
    name: (t) => t("tabThreads"),
    Icon: IconMessageReply,
    useCount: useUnreadThreadCount,
    countLabel: (t, count) => t("unreadThreads", { count }),
    Content: () => (
      <TabPlaceholder>
        <ThreadList />
      </TabPlaceholder>
    ),
  },
  { key: "files", name: (t) => t("tabFiles"), Icon: IconFiles, getAddress: async () => "/files" },
  myChatTab,
];

/** Shows placeholder rows while the content of a tab loads. */
function TabPlaceholder({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return <Suspense fallback={<SkeletonRows count={4} label={t("loading")} />}>{children}</Suspense>;
}
