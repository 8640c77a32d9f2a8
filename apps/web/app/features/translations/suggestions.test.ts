import type { MemorySuggestion } from "@kakehashi/contract/memory";
import { type ComponentProps, createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import en from "../../i18n/en/translations.ts";
import ja from "../../i18n/ja/translations.ts";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import vi from "../../i18n/vi/translations.ts";
import { ApiError } from "../../kit/api-error.ts";
import { MantineComponents } from "../../kit/ui/mantine.tsx";
import { SuggestionList } from "./suggestions.tsx";

const textsByLanguage = { en, vi, ja };
type SuggestionsQuery = ComponentProps<typeof SuggestionList>["query"];

const testSuggestion: MemorySuggestion = {
  id: "0190a000-0000-7000-8000-000000000001",
  source_language: "ja",
  target_language: "vi",
  source: "テスト結果を送ってください。",
  target: "@[佐藤 愛子](0190a000-0000-7000-8000-000000000002) Vui lòng gửi kết quả.",
  approved: true,
  user: { id: "0190a000-0000-7000-8000-000000000003", name: "Linh", reading: "", latin_name: "" },
  updated_at: "2026-11-01T00:00:00.000Z",
  changed_at: "2026-11-01T00:00:00.000Z",
  percentage: 84,
  differences: [
    { kind: "removed", text: "テスト" },
    { kind: "added", text: "設計" },
    { kind: "same", text: "結果を送ってください。" },
  ],
};

function renderList(state: Partial<SuggestionsQuery>, language: "en" | "vi" | "ja" = "en"): string {
  const query = {
    data: undefined,
    error: null,
    refetch: () => undefined,
    ...state,
  } as unknown as SuggestionsQuery;
  const content = make(SuggestionList, { query, onTake: () => undefined });
  const i18n = getServerI18n(language).addResourceBundle(language, "translations", textsByLanguage[language]);
  return renderToStaticMarkup(make(TranslationProvider, { i18n }, make(MantineComponents, null, content)));
}

test("a suggestion shows its percentage, its author, the differences and its shortcut", () => {
  const html = renderList({
    data: [testSuggestion, { ...testSuggestion, id: "2", approved: false, user: null }],
  });
  expect(html).toContain("84%");
  expect(html).toMatch(/<del[^>]*>テスト<\/del><ins[^>]*>設計<\/ins><span>結果を送ってください。<\/span>/);
  expect(html).toContain('aria-keyshortcuts="Alt+1"');
  expect(html).toContain('aria-keyshortcuts="Alt+2"');
  const [firstItem = "", secondItem = ""] = html.split('aria-keyshortcuts="Alt+2"');
  expect(firstItem).toContain("Linh");
  expect(firstItem).toContain("Approved");
  expect(secondItem).toContain("Shared memory");
  expect(secondItem).not.toContain("Approved");
});

test("a mention in a suggestion shows the person's name", () => {
  const html = renderList({ data: [testSuggestion] });
  expect(html).toContain("@佐藤 愛子 Vui lòng gửi kết quả.");
  expect(html).not.toContain("0190a000-0000-7000-8000-000000000002");
});

test("loading, empty and failed suggestions each show a text", () => {
  expect(renderList({})).toContain('aria-label="Loading…"');
  expect(renderList({ data: [] })).toContain("Nothing similar has been translated yet.");
  expect(renderList({ data: [] }, "vi")).toContain("Chưa có câu tương tự nào được dịch.");
  expect(renderList({ data: [] }, "ja")).toContain("似た文の翻訳はまだありません。");
  const failedListHtml = renderList({ error: new ApiError(0, "NETWORK", "") });
  expect(failedListHtml).toContain("No connection to the server.");
  expect(failedListHtml).toContain("Try again");
});
