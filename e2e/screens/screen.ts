import type { Page } from "playwright-core";

export type Language = "en" | "vi" | "ja";

/**
 * Who looks at a screen: nobody in particular, somebody who has chosen nothing yet, somebody who has chosen and has no
 * profile yet, the demo person of that language, or the translator or the admin in that language.
 */
export type Viewer = "guest" | "newcomer" | "settler" | "member" | "translator" | "admin";

/** Somebody else of the demo workspace posts to the server. */
export type Colleague = (path: string) => Promise<void>;

/** One screen of the product and the way to it. */
export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  /** The address; null where the screen does not exist in that language. */
  readonly path: (language: Language) => string | null;
  /** What has to be there before the picture is taken. */
  readonly ready: string;
  /** What has to have happened before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
  readonly act?: (page: Page, colleague: Colleague) => Promise<void>;
  /** Something stays on its way: the picture does not wait for the network to be quiet. */
  readonly unfinished?: boolean;
  /** What has to be cleared away before the next one. */
  readonly after?: (page: Page) => Promise<void>;
  /** The whole page instead of the window. */
  readonly whole?: boolean;
}

/** The same address in every language. */
export const always = (path: string) => () => path;
