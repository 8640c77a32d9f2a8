import type { Late } from "../i18n/texts.ts";

/** What a route tells the root layout about its page (exported as `handle`). */
export interface PageHandle {
  /** false leaves React out of the page: it is HTML and CSS, with small scripts of its own at most. */
  readonly scripts?: boolean;
  /** Whether the page is the same for every stranger, so that the server may keep it. */
  readonly shared?: boolean;
  /** Texts that the page shows from the first byte and that are not in everybody's first load. */
  readonly texts?: readonly Late[];
  /** The key of the page's title, for the time in which the page itself is still loading. */
  readonly title?: TitleKey;
}

/** A text that is there from the first byte: those of `i18n/browser.ts`. */
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
  | "workspace:settings"
  | "workspace:help"
  | "workspace:helpMissing"
  | "workspace:home";

/** The title of the innermost of these matches that has one. */
export function titleKey(matches: readonly { readonly handle?: unknown }[]): TitleKey | undefined {
  return matches.map(({ handle }) => (handle as PageHandle | undefined)?.title).findLast(Boolean);
}

/** The handle of a page of the public site. */
export const withoutScripts: PageHandle = { scripts: false, shared: true };
/** The handle of a public page that is made anew for everybody, such as a form with a mark of its own. */
export const ownPage: PageHandle = { scripts: false, shared: false };

/** Whether a page made of these matches runs React in the browser. */
export function runsScripts(matches: readonly { readonly handle?: unknown }[]): boolean {
  return matches.every(({ handle }) => (handle as PageHandle | undefined)?.scripts !== false);
}

/** Whether a page made of these matches is the same for every stranger. */
export function isShared(matches: readonly { readonly handle?: unknown }[]): boolean {
  const said = matches.map(({ handle }) => (handle as PageHandle | undefined)?.shared);
  return said.includes(true) && !said.includes(false);
}

/** The late texts that a page made of these matches shows from the first byte. */
export function lateTexts(matches: readonly { readonly handle?: unknown }[]): Late[] {
  return matches.flatMap(({ handle }) => (handle as PageHandle | undefined)?.texts ?? []);
}
