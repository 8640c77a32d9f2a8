import type { LazyNamespace, RareNamespace } from "../i18n/texts.ts";

/** The settings of a page for the root layout. The page's route exports them as `handle`. */
export interface PageHandle {
  /** False for a page without React, which consists of HTML and CSS with small scripts. */
  readonly hasScripts?: boolean;
  /** Whether the page is the same for all signed-out visitors, so that the server may cache it. */
  readonly isSameForSignedOut?: boolean;
  /** Translation files that the page needs immediately and that are not loaded on every page. */
  readonly texts?: readonly Exclude<LazyNamespace, RareNamespace>[];
  /** The text key of the page's title. The title is shown while the page is loading. */
  readonly title?: TitleKey;
}

/** A text key of a page title. The key must be in a text file that `i18n/browser.ts` always loads. */
export type TitleKey =
  | "conversations:title"
  | "files:drive"
  | "files:title"
  | "messages:bookmarks"
  | "messages:threads"
  | "notifications:title"
  | "profiles:person"
  | "profiles:title"
  | "search:title"
  | "workspace:admin"
  | "workspace:bots"
  | "workspace:codes"
  | "workspace:outside"
  | "workspace:projects"
  | "workspace:settings"
  | "workspace:teams"
  | "workspace:translations"
  | "workspace:help"
  | "workspace:helpMissing"
  | "workspace:home";

/** Returns the title key of the innermost matching route that has one. */
export function titleKeyOf(matches: readonly { readonly handle?: unknown }[]): TitleKey | undefined {
  return matches.map(({ handle }) => (handle as PageHandle | undefined)?.title).findLast(Boolean);
}

/** The `handle` of most public pages: without React, and cached by the server. */
export const pageHandleWithoutScripts: PageHandle = { hasScripts: false, isSameForSignedOut: true };
/** The `handle` of a public page without React that the server must not cache, such as a form with a token. */
export const uncachedPageHandle: PageHandle = { hasScripts: false, isSameForSignedOut: false };

/** Whether the page runs React in the browser. */
export function runsReact(matches: readonly { readonly handle?: unknown }[]): boolean {
  return matches.every(({ handle }) => (handle as PageHandle | undefined)?.hasScripts !== false);
}

/** Whether the page is the same for all signed-out visitors. */
export function isPageSameForSignedOut(matches: readonly { readonly handle?: unknown }[]): boolean {
  const sharedFlags = matches.map(({ handle }) => (handle as PageHandle | undefined)?.isSameForSignedOut);
  return sharedFlags.includes(true) && !sharedFlags.includes(false);
}

/** The translation files that the page needs immediately. */
export function requiredNamespacesOf(matches: readonly { readonly handle?: unknown }[]): LazyNamespace[] {
  return matches.flatMap(({ handle }) => (handle as PageHandle | undefined)?.texts ?? []);
}
