import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import type { Route } from "./+types/outside.ts";

export const handle: PageHandle = { title: "workspace:outside" };

// All pages for Messenger and Zalo share one small route. A separate route for each page would enlarge the scripts that
// the chat loads first.
const LazyOutsidePages = createLazyComponent(async () => {
  // The inbox and the actions on a conversation need the text file of the bots.
  const [{ OutsideChatPageRouter }] = await Promise.all([
    import("./outside-pages.tsx"),
    loadTexts("bots"),
    loadTexts("channels"),
  ]);
  return OutsideChatPageRouter;
});

export default function OutsideChats({ params: { talkId } }: Route.ComponentProps) {
  const { t } = useTranslation(["workspace", "common"]);
  return (
    <Suspense
      fallback={
        <main>
          <DocumentTitle>{t("outside")}</DocumentTitle>
          <SkeletonRows count={6} label={t("common:loading")} />
        </main>
      }
    >
      <LazyOutsidePages talkId={talkId} />
    </Suspense>
  );
}
