import type { Language } from "@kakehashi/contract/languages";
import type account from "./en/account.ts";
import type admin from "./en/admin.ts";
import type auth from "./en/auth.ts";
import type bots from "./en/bots.ts";
import type broadcasts from "./en/broadcasts.ts";
import type english from "./en/browser.ts";
import type channels from "./en/channels.ts";
import type chatFigures from "./en/chat-figures.ts";
import type checklist from "./en/checklist.ts";
import type codes from "./en/codes.ts";
import type desk from "./en/desk.ts";
import type drive from "./en/drive.ts";
import type emojis from "./en/emojis.ts";
import type home from "./en/home.ts";
import type keys from "./en/keys.ts";
import type leaving from "./en/leaving.ts";
import type members from "./en/members.ts";
import type notices from "./en/notices.ts";
import type pdf from "./en/pdf.ts";
import type profileForm from "./en/profile-form.ts";
import type projects from "./en/projects.ts";
import type push from "./en/push.ts";
import type room from "./en/room.ts";
import type searchFilters from "./en/search-filters.ts";
import type stories from "./en/stories.ts";
import type styleguide from "./en/styleguide.ts";
import type table from "./en/table.ts";
import type teams from "./en/teams.ts";
import type translations from "./en/translations.ts";
import type twoStep from "./en/two-step.ts";
import type writing from "./en/writing.ts";

/**
 * The type of a translation of a feature's texts. It has the same keys as the English texts, except for the keys that
 * end in `_one`: Vietnamese and Japanese have only one plural form.
 */
export type TranslationOfTexts<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: string;
};

/** The type of all texts, by feature. The English texts define it. */
export type EnglishTexts = typeof english & LazyEnglishTexts;
/** The texts that load together with the pages that need them. */
export interface LazyEnglishTexts {
  account: typeof account;
  admin: typeof admin;
  auth: typeof auth;
  bots: typeof bots;
  checklist: typeof checklist;
  broadcasts: typeof broadcasts;
  channels: typeof channels;
  chatFigures: typeof chatFigures;
  codes: typeof codes;
  desk: typeof desk;
  drive: typeof drive;
  emojis: typeof emojis;
  home: typeof home;
  keys: typeof keys;
  leaving: typeof leaving;
  members: typeof members;
  notices: typeof notices;
  searchFilters: typeof searchFilters;
  table: typeof table;
  teams: typeof teams;
  translations: typeof translations;
  twoStep: typeof twoStep;
  pdf: typeof pdf;
  profileForm: typeof profileForm;
  projects: typeof projects;
  push: typeof push;
  room: typeof room;
  stories: typeof stories;
  styleguide: typeof styleguide;
  writing: typeof writing;
}
export type LazyNamespace = keyof LazyEnglishTexts;
/** Texts that are needed so rarely that the list of their files is also loaded on demand (`rare-texts.ts`). */
export type RareNamespace =
  | "admin"
  | "bots"
  | "broadcasts"
  | "channels"
  | "chatFigures"
  | "checklist"
  | "codes"
  | "desk"
  | "emojis"
  | "keys"
  | "leaving"
  | "pdf"
  | "push"
  | "searchFilters"
  | "stories"
  | "styleguide"
  | "translations"
  | "twoStep";
/** For each language, a function that loads the file with a feature's texts. */
export type TextLoadersByLanguage = Readonly<Record<Language, () => Promise<{ default: object }>>>;
/** The texts that every page with React loads. The texts of the public site stay on the server. */
export type BrowserTexts = { readonly [F in keyof typeof english]: TranslationOfTexts<EnglishTexts[F]> };

/** The name of each language in that language. */
export const nativeLanguageNames: Readonly<Record<Language, string>> = {
  en: "English",
  vi: "Tiếng Việt",
  ja: "日本語",
};
