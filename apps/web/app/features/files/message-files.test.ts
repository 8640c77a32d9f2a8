import type { StoredFile } from "@kakehashi/contract/files";
import { languages } from "@kakehashi/contract/languages";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { FileChip } from "./message-files.tsx";

const createStoredFile = (name: string, type: string): StoredFile => ({
  id: "0198f0d5-0000-7000-8000-000000000000",
  name,
  type,
  category: "application",
  size: 12_345,
  width: null,
  height: null,
});

test.each(languages)("whoever says what they see on a file presses it (%s)", (language) => {
  for (const [name, type] of [
    ["plan.pdf", "application/pdf"],
    ["画面.zip", "application/zip"],
  ] as const) {
    const fileChip = createElement(FileChip, { file: createStoredFile(name, type) });
    const html = renderToStaticMarkup(
      createElement(TranslationProvider, { i18n: getServerI18n(language) }, fileChip),
    );
    // The first link or button of each file opens it. A PDF has another link, which downloads it.
    const [, attributesHtml = "", content = ""] =
      /<(?:a|button)([^>]*)>(.*?)<\/(?:a|button)>/s.exec(html) ?? [];
    const accessibleName = /aria-label="([^"]*)"/.exec(attributesHtml)?.[1] ?? "";
    const visibleText = content
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<[^>]*>/g, "")
      .trim();
    expect(visibleText.startsWith(`${name} `)).toBe(true);
    expect(accessibleName).toContain(visibleText);
  }
});
