import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import type { Route } from "./+types/bots.ts";

export const handle: PageHandle = { title: "workspace:bots" };

// All pages of bots share one small route. A separate route for each page would enlarge the scripts that the chat loads
// first.
const LazyBotPages = createLazyComponent(async () => {
  const [{ BotPageRouter: BotPages }] = await Promise.all([
    import("./bot-page-router.tsx"),
    loadTexts("bots"),
  ]);
  return BotPages;
});

export default function Bots({ params }: Route.ComponentProps) {
  const { t } = useTranslation(["workspace", "common"]);
  return (
    <Suspense
      fallback={
        <main>
          <DocumentTitle>{t("bots")}</DocumentTitle>
          <SkeletonRows count={6} label={t("common:loading")} />
        </main>
      }
    >
      <LazyBotPages {...params} />
    </Suspense>
  );
}
