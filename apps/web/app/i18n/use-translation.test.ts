import type { i18n } from "i18next";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import en from "./en/browser.ts";
import { createI18nInstance } from "./instance.ts";
import { TranslationProvider, useTranslation } from "./use-translation.tsx";
import vi from "./vi/browser.ts";

type Translation = ReturnType<typeof useTranslation<readonly ["common", "search"]>>;

interface ReadTextProps {
  read: (translation: Translation) => string;
}

function ReadText({ read }: ReadTextProps) {
  return read(useTranslation(["common", "search"]));
}

function CancelOfDefaultNamespace() {
  return useTranslation().t("cancel");
}

function renderTexts(instance: i18n, ...reads: ReadTextProps["read"][]): string {
  const elements = reads.map((read) => createElement(ReadText, { read }));
  return renderToStaticMarkup(
    createElement(
      TranslationProvider,
      { i18n: instance },
      ...elements,
      createElement(CancelOfDefaultNamespace),
    ),
  );
}

test("all components share one function until the language changes", async () => {
  const instance = createI18nInstance("en", en);
  const functions: Translation["t"][] = [];
  const readCancel = ({ t }: Translation) => {
    functions.push(t);
    return t("cancel");
  };
  expect(renderTexts(instance, readCancel, readCancel)).toBe(en.common.cancel.repeat(3));
  expect(renderTexts(instance, readCancel)).toBe(en.common.cancel.repeat(2));
  expect(new Set(functions).size).toBe(1);

  instance.addResourceBundle("vi", "common", vi.common);
  await instance.changeLanguage("vi");
  expect(renderTexts(instance, readCancel)).toBe(vi.common.cancel.repeat(2));
  expect(new Set(functions).size).toBe(2);
});

test("a function that exists already finds texts that are loaded later", () => {
  const instance = createI18nInstance("en", { common: en.common });
  const readTwice = ({ t }: Translation) => {
    const textBefore = t("search:title");
    instance.addResourceBundle("en", "search", en.search);
    return `${textBefore}, ${t("search:title")}, `;
  };
  expect(renderTexts(instance, readTwice)).toBe(`title, ${en.search.title}, ${en.common.cancel}`);
});

test("a component without a provider above it fails with a clear message", () => {
  expect(() => renderToStaticMarkup(createElement(CancelOfDefaultNamespace))).toThrow(
    "needs a TranslationProvider",
  );
});
