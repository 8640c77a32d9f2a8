import type { GlossaryTerm } from "@kakehashi/contract/glossary";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import en from "../../i18n/en/translations.ts";
import { serverTexts } from "../../i18n/server.ts";
import { MarkedText } from "./original.tsx";

const terms: GlossaryTerm[] = [
  {
    id: "1",
    term: "結合テスト",
    translation: "integration test",
    note: "not 総合テスト",
    do_not_translate: false,
  },
  { id: "2", term: "Kakehashi", translation: "Kakehashi", note: "", do_not_translate: true },
];
function text(content: string): string {
  const i18n = serverTexts("en").addResourceBundle("en", "translations", en);
  const element = make(MarkedText, { message: { content, language: "ja" }, language: "en", terms });
  return renderToStaticMarkup(make(I18nextProvider, { i18n }, element));
}

test("a term is marked and listed with its translation and note, and a name stays untranslated", () => {
  const html = text("Kakehashiの結合テストです。");
  expect(html).toMatch(/<mark [^>]*data-tip="integration test"[^>]*>結合テスト<\/mark>です。/);
  expect(html).toContain('<span lang="en">integration test</span>');
  expect(html).toContain("not 総合テスト");
  expect(html).toContain("Stays as it is");
});

test("a text without terms has no list", () => {
  expect(text("了解です。")).not.toContain("Glossary");
});
