import { isLanguage } from "@kakehashi/contract/languages";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { botTextsPathSegment, parseBotTextsLocation } from "../../features/translations/bot-text-address.ts";
import { TranslatorsPage } from "../../features/translations/desk.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import type { Route } from "./+types/translations.ts";
import { isTranslationPageName } from "./translation-page-names.ts";

export const handle: PageHandle = { title: "workspace:translations" };

const LazyTranslationPage = createLazyComponent(
  async () => (await import("./translation-pages.tsx")).TranslationSubpage,
);

export async function clientLoader() {
  await Promise.all([loadTexts("translations"), loadTexts("writing"), loadTexts("table")]);
  return null;
}

export default function Translations({ params }: Route.ComponentProps) {
  const { t } = useTranslation(["workspace", "common"]);
  const [search] = useSearchParams();
  const targetLanguageParam = search.get("to");
  // The translations page also shows the texts of a bot. The query string then contains the bot and the language.
  const shownBotTexts = params.id === botTextsPathSegment ? parseBotTextsLocation(search) : undefined;
  if (!isTranslationPageName(params.id))
    return (
      <>
        <DocumentTitle>{t("translations")}</DocumentTitle>
        <TranslatorsPage
          mid={params.id === botTextsPathSegment ? undefined : params.id}
          targetLanguage={isLanguage(targetLanguageParam) ? targetLanguageParam : null}
          openBot={shownBotTexts}
        />
      </>
    );
  return (
    <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
      <LazyTranslationPage page={params.id} />
    </Suspense>
  );
}
