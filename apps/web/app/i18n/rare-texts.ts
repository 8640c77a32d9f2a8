import type { RareNamespace, TextLoadersByLanguage } from "./texts.ts";

/**
 * The files with the texts of rarely used pages. This list is loaded on demand, because it would make the chat's first
 * view larger. A page's `handle` must not name these texts: the entry script would wait for them, but this module waits
 * for the entry script, so both would wait forever.
 */
export const rareTextLoaders: Readonly<Record<RareNamespace, TextLoadersByLanguage>> = {
  admin: {
    en: () => import("./en/admin.ts"),
    vi: () => import("./vi/admin.ts"),
    ja: () => import("./ja/admin.ts"),
  },
  bots: {
    en: () => import("./en/bots.ts"),
    vi: () => import("./vi/bots.ts"),
    ja: () => import("./ja/bots.ts"),
  },
  broadcasts: {
    en: () => import("./en/broadcasts.ts"),
    vi: () => import("./vi/broadcasts.ts"),
    ja: () => import("./ja/broadcasts.ts"),
  },
  channels: {
    en: () => import("./en/channels.ts"),
    vi: () => import("./vi/channels.ts"),
    ja: () => import("./ja/channels.ts"),
  },
  chatFigures: {
    en: () => import("./en/chat-figures.ts"),
    vi: () => import("./vi/chat-figures.ts"),
    ja: () => import("./ja/chat-figures.ts"),
  },
  checklist: {
    en: () => import("./en/checklist.ts"),
    vi: () => import("./vi/checklist.ts"),
    ja: () => import("./ja/checklist.ts"),
  },
  codes: {
    en: () => import("./en/codes.ts"),
    vi: () => import("./vi/codes.ts"),
    ja: () => import("./ja/codes.ts"),
  },
  desk: {
    en: () => import("./en/desk.ts"),
    vi: () => import("./vi/desk.ts"),
    ja: () => import("./ja/desk.ts"),
  },
  emojis: {
    en: () => import("./en/emojis.ts"),
    vi: () => import("./vi/emojis.ts"),
    ja: () => import("./ja/emojis.ts"),
  },
  keys: {
    en: () => import("./en/keys.ts"),
    vi: () => import("./vi/keys.ts"),
    ja: () => import("./ja/keys.ts"),
  },
  leaving: {
    en: () => import("./en/leaving.ts"),
    vi: () => import("./vi/leaving.ts"),
    ja: () => import("./ja/leaving.ts"),
  },
  pdf: {
    en: () => import("./en/pdf.ts"),
    vi: () => import("./vi/pdf.ts"),
    ja: () => import("./ja/pdf.ts"),
  },
  push: {
    en: () => import("./en/push.ts"),
    vi: () => import("./vi/push.ts"),
    ja: () => import("./ja/push.ts"),
  },
  stories: {
    en: () => import("./en/stories.ts"),
    vi: () => import("./vi/stories.ts"),
    ja: () => import("./ja/stories.ts"),
  },
  styleguide: {
    en: () => import("./en/styleguide.ts"),
    vi: () => import("./vi/styleguide.ts"),
    ja: () => import("./ja/styleguide.ts"),
  },
  translations: {
    en: () => import("./en/translations.ts"),
    vi: () => import("./vi/translations.ts"),
    ja: () => import("./ja/translations.ts"),
  },
  twoStep: {
    en: () => import("./en/two-step.ts"),
    vi: () => import("./vi/two-step.ts"),
    ja: () => import("./ja/two-step.ts"),
  },
  searchFilters: {
    en: () => import("./en/search-filters.ts"),
    vi: () => import("./vi/search-filters.ts"),
    ja: () => import("./ja/search-filters.ts"),
  },
};
