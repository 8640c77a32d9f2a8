import { languages } from "@kakehashi/contract/languages";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import enBots from "../../i18n/en/bots.ts";
import en from "../../i18n/en/channels.ts";
import jaBots from "../../i18n/ja/bots.ts";
import ja from "../../i18n/ja/channels.ts";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import viBots from "../../i18n/vi/bots.ts";
import vi from "../../i18n/vi/channels.ts";
import { MantineComponents } from "../../kit/ui/mantine.tsx";
import { keepOnlyState, type TalkFilter } from "./filter.ts";
import { EmptyTalkList } from "./talk-list.tsx";

const textsByLanguage = {
  en: { channels: en, bots: enBots },
  vi: { channels: vi, bots: viBots },
  ja: { channels: ja, bots: jaBots },
};
const filterWithOnlyState = keepOnlyState({ state: "all" } as TalkFilter);
const filterOfPage = { ...filterWithOnlyState, pageId: "0199a3f0-0000-7000-8000-000000000001" };

function renderList(filter: TalkFilter, language: (typeof languages)[number]): string {
  const { channels, bots } = textsByLanguage[language];
  const i18n = getServerI18n(language)
    .addResourceBundle(language, "channels", channels)
    .addResourceBundle(language, "bots", bots);
  const list = createElement(MemoryRouter, null, createElement(EmptyTalkList, { filter }));
  const parts = createElement(MantineComponents, null, list);
  const elementWithQueries = createElement(QueryClientProvider, { client: new QueryClient() }, parts);
  return renderToStaticMarkup(createElement(TranslationProvider, { i18n }, elementWithQueries));
}

// A chat appears in this list only after the bot has handed the visitor over to people. So the text for an empty list
// says where to find the visitors with whom only the bot talks.
test.each(languages)("an empty list says where the chats are that only the bot answers (%s)", (language) => {
  const sessionsText = textsByLanguage[language].bots.tab_sessions;
  expect(renderList(filterWithOnlyState, language)).toContain(sessionsText);
  expect(renderList(filterOfPage, language)).toContain(sessionsText);
  expect(renderList({ ...filterOfPage, search: "Mai" }, language)).not.toContain(sessionsText);
});
