import { isLanguage, type Language } from "@kakehashi/contract/languages";
import type { i18n } from "i18next";
import { createI18nInstance } from "./instance.ts";
import type { BrowserTexts, LazyNamespace, RareNamespace, TextLoadersByLanguage } from "./texts.ts";

const startTextLoaders: Readonly<Record<Language, () => Promise<{ default: BrowserTexts }>>> = {
  en: () => import("./en/browser.ts"),
  vi: () => import("./vi/browser.ts"),
  ja: () => import("./ja/browser.ts"),
};

/** The files with texts that are loaded together with the pages that need them. */
const lazyLoaders: Readonly<Record<Exclude<LazyNamespace, RareNamespace>, TextLoadersByLanguage>> &
  Partial<Record<RareNamespace, TextLoadersByLanguage>> = {
  account: {
    en: () => import("./en/account.ts"),
    vi: () => import("./vi/account.ts"),
    ja: () => import("./ja/account.ts"),
  },
  auth: {
    en: () => import("./en/auth.ts"),
    vi: () => import("./vi/auth.ts"),
    ja: () => import("./ja/auth.ts"),
  },
  drive: {
    en: () => import("./en/drive.ts"),
    vi: () => import("./vi/drive.ts"),
    ja: () => import("./ja/drive.ts"),
  },
  table: {
    en: () => import("./en/table.ts"),
    vi: () => import("./vi/table.ts"),
    ja: () => import("./ja/table.ts"),
  },
  home: {
    en: () => import("./en/home.ts"),
    vi: () => import("./vi/home.ts"),
    ja: () => import("./ja/home.ts"),
  },
  members: {
    en: () => import("./en/members.ts"),
    vi: () => import("./vi/members.ts"),
    ja: () => import("./ja/members.ts"),
  },
  notices: {
    en: () => import("./en/notices.ts"),
    vi: () => import("./vi/notices.ts"),
    ja: () => import("./ja/notices.ts"),
  },
  projects: {
    en: () => import("./en/projects.ts"),
    vi: () => import("./vi/projects.ts"),
    ja: () => import("./ja/projects.ts"),
  },
  teams: {
    en: () => import("./en/teams.ts"),
    vi: () => import("./vi/teams.ts"),
    ja: () => import("./ja/teams.ts"),
  },
  profileForm: {
    en: () => import("./en/profile-form.ts"),
    vi: () => import("./vi/profile-form.ts"),
    ja: () => import("./ja/profile-form.ts"),
  },
  room: {
    en: () => import("./en/room.ts"),
    vi: () => import("./vi/room.ts"),
    ja: () => import("./ja/room.ts"),
  },
  writing: {
    en: () => import("./en/writing.ts"),
    vi: () => import("./vi/writing.ts"),
    ja: () => import("./ja/writing.ts"),
  },
};
export const isLazyNamespace = (name: string): name is LazyNamespace => Object.hasOwn(lazyLoaders, name);

async function importTextLoaders(namespace: LazyNamespace): Promise<TextLoadersByLanguage> {
  return (
    lazyLoaders[namespace] ?? (await import("./rare-texts.ts")).rareTextLoaders[namespace as RareNamespace]
  );
}

const requestedNamespaces = new Set<LazyNamespace>();
let shownInstance: i18n | undefined;

/** Creates the i18next instance of the browser. Only the texts in `language` are loaded. */
export async function createBrowserI18n(language: Language): Promise<i18n> {
  const { default: texts } = await startTextLoaders[language]();
  shownInstance = createI18nInstance(language, texts);
  return shownInstance;
}

/**
 * Loads the texts of a feature in the current language. After a change of the language, loads them in the new one, too.
 */
export async function loadTexts(namespace: LazyNamespace): Promise<void> {
  requestedNamespaces.add(namespace);
  if (shownInstance && isLanguage(shownInstance.language))
    await addLazyTexts(shownInstance, shownInstance.language);
}

async function addLazyTexts(instance: i18n, language: Language): Promise<void> {
  for (const namespace of requestedNamespaces) {
    if (instance.hasResourceBundle(language, namespace)) continue;
    const { default: texts } = await (await importTextLoaders(namespace))[language]();
    instance.addResourceBundle(language, namespace, texts);
  }
}

/** Switches the interface to `language`. Loads its texts first if they are missing. */
export async function switchLanguage(instance: i18n, language: Language): Promise<void> {
  const { default: texts } = await startTextLoaders[language]();
  for (const [namespace, entries] of Object.entries(texts)) {
    instance.addResourceBundle(language, namespace, entries);
  }
  await addLazyTexts(instance, language);
  await instance.changeLanguage(language);
}
