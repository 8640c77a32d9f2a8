import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { BookmarkList } from "../../features/bookmarks/bookmark-list.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "messages:bookmarks", texts: ["room"] };

export async function clientLoader() {
  await loadTexts("room");
  return null;
}
export const shouldRevalidate = () => false;

export default function BookmarksPage() {
  const { t } = useTranslation("messages");
  const account = useAccount();
  if (!account) return <SignInPrompt title={t("bookmarks")} />;
  return (
    <Page title={t("bookmarks")} width="list">
      <BookmarkList />
    </Page>
  );
}
