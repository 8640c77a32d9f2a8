import type { TermTranslation } from "@kakehashi/contract/glossary";
import { type ComponentProps, createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import en from "../../i18n/en/translations.ts";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { MarkedText } from "./original.tsx";

const testTerms: TermTranslation[] = [
  {
    id: "1",
    term: "結合テスト",
    translation: "integration test",
    note: "not 総合テスト",
    do_not_translate: false,
    project_id: null,
  },
  {
    id: "2",
    term: "Kakehashi",
    translation: "Kakehashi",
    note: "",
    do_not_translate: true,
    project_id: "p1",
  },
];
function renderOriginal(
  content: string,
  extraProps: Partial<ComponentProps<typeof MarkedText>> = {},
): string {
  const i18n = getServerI18n("en").addResourceBundle("en", "translations", en);
  const element = make(MarkedText, {
    message: { content, language: "ja" },
    language: "en",
    terms: testTerms,
    ...extraProps,
  });
  return renderToStaticMarkup(make(MemoryRouter, null, make(TranslationProvider, { i18n }, element)));
}

test("a term is marked and listed with its translation and note, and a name stays untranslated", () => {
  const html = renderOriginal("Kakehashiの結合テストです。");
  expect(html).toMatch(/<mark [^>]*data-tip="integration test"[^>]*>結合テスト<\/mark>です。/);
  expect(html).toContain('<span lang="en">integration test</span>');
  expect(html).toContain("not 総合テスト");
  expect(html).toContain("Stays as it is");
});

test("an editor of the glossary gets a link to each entry, in the glossary that has it", () => {
  const html = renderOriginal("Kakehashiの結合テストです。", { isLinked: true });
  const search = encodeURIComponent("結合テスト");
  expect(html).toContain(`href="/translations/glossary?search=${search}"`);
  expect(html).toContain('href="/translations/glossary?search=Kakehashi&amp;project=p1"');
  expect(renderOriginal("結合テスト")).not.toContain("href");
});

test("a term's translation is a button where it can be inserted", () => {
  const html = renderOriginal("結合テスト", { onTakeTerm: () => {} });
  expect(html).toMatch(/<button [^>]*lang="en"[^>]*>integration test<\/button>/);
});

test("a text without terms has no list", () => {
  expect(renderOriginal("了解です。")).not.toContain("Glossary");
});
