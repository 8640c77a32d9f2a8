import type { Page } from "playwright-core";

export type Language = "en" | "vi" | "ja";

/**
 * The person who looks at a screen: a stranger, a newcomer without choices, a newcomer without a profile,
 * the demo person of that language, or the translator or the admin in that language.
 */
export type Viewer = "guest" | "newcomer" | "settler" | "member" | "translator" | "admin";

/** Another person of the demo workspace, who can call the API. */
export type Colleague = (path: string) => Promise<void>;

/** A screen of the product, and how to get there. */
export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  /** The path. Null if the screen does not exist in that language. */
  readonly path: (language: Language) => string | null;
  /** A selector that must be present before the screenshot is taken. */
  readonly readyText: string;
  /** Runs before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
  readonly prepare?: (page: Page, colleague: Colleague) => Promise<void>;
  /** A call stays unanswered, so the screenshot does not wait for the network. */
  readonly unfinished?: boolean;
  /** Runs after the screenshot, before the next one. */
  readonly after?: (page: Page) => Promise<void>;
  /** Takes the whole page instead of the window. */
  readonly whole?: boolean;
}

/** A screen's path if it is the same in every language. */
export const constantPath = (path: string) => () => path;
