import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import en from "../../i18n/en/translations.ts";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { CheckWarningList, type TextsToCheck, useTranslationChecks } from "./checks.tsx";

const ShownChecks = (texts: TextsToCheck) =>
  make(CheckWarningList, { warnings: useTranslationChecks(texts).warnings });

test("each term of the glossary is checked as it is written, once", () => {
  const client = new QueryClient();
  const term = { id: "1", term: "予約", translation: "booking", note: "", do_not_translate: false };
  client.setQueryData(["glossary-terms", "ja", "en", "room"], [term]);
  const i18n = getServerI18n("en").addResourceBundle("en", "translations", en);
  const renderChecksHtml = (translation: string) =>
    renderToStaticMarkup(
      make(
        QueryClientProvider,
        { client },
        make(
          TranslationProvider,
          { i18n },
          make(ShownChecks, {
            original: "予約の予約です。",
            translation,
            sourceLanguage: "ja",
            targetLanguage: "en",
            conversationId: "room",
          }),
        ),
      ),
    );
  expect(renderChecksHtml("The order of an order.").match(/The glossary translates/g)).toHaveLength(1);
  expect(renderChecksHtml("The booking of a booking.")).not.toContain("The glossary translates");
});
