import type { Page } from "playwright-core";

export type Language = "en" | "vi" | "ja";

/**
 * The person who looks at a screen: a stranger, a newcomer without choices, a newcomer without a profile, the demo
 * person who reads that language, or the translator or the admin in that language.
 */
export type Viewer = "guest" | "newcomer" | "settler" | "member" | "translator" | "admin";

/** A second person of the demo workspace, who can call the API while the screenshot is prepared. */
export type Colleague = (path: string) => Promise<void>;

/** A screen of the product, and how the browser gets there. */
export interface Screen {
  readonly name: string;
  readonly viewer: Viewer;
  /** The path of the screen. Null if the screen does not exist in that language. */
  readonly path: (language: Language) => string | null;
  /** A selector that must be present before the screenshot is taken. */
  readonly readySelector: string;
  /** Prepares the browser before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
  readonly prepare?: (page: Page, colleague: Colleague) => Promise<void>;
  /** A call stays unanswered on this screen, so the screenshot does not wait until the network is idle. */
  readonly unfinished?: boolean;
  /** Cleans up after the screenshot, before the next one is taken. */
  readonly after?: (page: Page) => Promise<void>;
  /** The screenshot shows the whole page instead of the window. */
  readonly whole?: boolean;
}

/** Returns a path function for a screen whose path is the same in every language. */
export const createFixedPath = (path: string) => () => path;
