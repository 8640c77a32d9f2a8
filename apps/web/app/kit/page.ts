/** What a route tells the root layout about its page (exported as `handle`). */
export interface PageHandle {
  /** false leaves React out of the page: it is HTML and CSS, with small scripts of its own at most. */
  readonly scripts?: boolean;
  /** Whether the page is the same for every stranger, so that the server may keep it. */
  readonly shared?: boolean;
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
