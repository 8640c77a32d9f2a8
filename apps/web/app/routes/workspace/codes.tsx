import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import type { Route } from "./+types/codes.ts";

export const handle: PageHandle = { title: "workspace:codes" };

// All pages of the code library share one small route. A separate route for each page would enlarge the scripts that
// the chat loads first.
const LazyCodePages = createLazyComponent(async () => {
  const [{ CodePages }] = await Promise.all([import("./code-pages.tsx"), loadTexts("codes")]);
  return CodePages;
});

export default function Codes({ params: { slug, act } }: Route.ComponentProps) {
  const { t } = useTranslation(["workspace", "common"]);
  return (
    <Suspense
      fallback={
        <main>
          <DocumentTitle>{t("codes")}</DocumentTitle>
          <SkeletonRows count={6} label={t("common:loading")} />
        </main>
      }
    >
      <LazyCodePages slug={slug} act={act} />
    </Suspense>
  );
}
