import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { BroadcastContentView } from "./broadcast-view.tsx";

test("a broadcast lists its texts as its form does: in the bot's order, then those of other languages", () => {
  const text = { en: "Hello", vi: "Xin chào", ja: "こんにちは" };
  const view = createElement(BroadcastContentView, {
    bot: { languages: ["ja", "en"] },
    broadcast: { content: { kind: "text", text } },
  });
  const html = renderToStaticMarkup(createElement(TranslationProvider, { i18n: getServerI18n("en") }, view));
  expect([...html.matchAll(/<dd lang="(..)">/g)].map(([, language]) => language)).toEqual(["ja", "en", "vi"]);
});
