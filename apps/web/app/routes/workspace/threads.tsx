import { ThreadList } from "../../features/threads/thread-list.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "messages:threads", texts: ["room"] };

export async function clientLoader() {
  await loadTexts("room");
  return null;
}
export const shouldRevalidate = () => false;

export default function ThreadsPage() {
  const { t } = useTranslation("messages");
  return (
    <Page title={t("threads")} width="list">
      <ThreadList />
    </Page>
  );
}
