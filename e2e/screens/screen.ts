import type { Page } from "playwright-core";

export type ScreenLanguage = "en" | "vi" | "ja";

/**
 * The person who sees a screen. `guest`: a person without an account. `newcomer`: a new person without a role, account
 * type and language. `settler`: a new person who has chosen these, but has no profile. `member`, `translator` and
 * `admin`: people of the demo workspace. Which of them is `member` depends on the language.
 */
export type ScreenViewer = "guest" | "newcomer" | "settler" | "member" | "translator" | "admin";

/** Sends an API request as a second person of the demo workspace, for example to appear as typing in the screenshot. */
export type OpenAsColleague = (path: string) => Promise<void>;

/** A page or dialog of the product, and the steps that lead to its screenshot. */
export interface AppScreen {
  readonly name: string;
  readonly viewer: ScreenViewer;
  /** Returns the URL path in a language. Null if the screen does not exist in this language. */
  readonly path: (language: ScreenLanguage) => string | null;
  /** A CSS selector. The screenshot waits until an element matches it. */
  readonly readySelector: string;
  /** Runs before the page is opened, for example to change API responses. */
  readonly before?: (page: Page) => Promise<void>;
  readonly prepare?: (page: Page, colleague: OpenAsColleague) => Promise<void>;
  /**
   * Whether a request of this screen is left without a response. The network is then never idle, so the screenshot does
   * not wait for that.
   */
  readonly hasPendingRequest?: boolean;
  /** Runs after the screenshot, and undoes what would affect the next screens. */
  readonly after?: (page: Page) => Promise<void>;
  /** Whether the screenshot shows the full length of the page, and not only the visible part. */
  readonly isFullPage?: boolean;
}

/** Returns a path function for a screen with the same path in every language. */
export const createFixedPath = (path: string) => () => path;
