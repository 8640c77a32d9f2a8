import type { Page } from "playwright-core";

export type Language = "en" | "vi" | "ja";

/**
 * The person who looks at a screen. `guest`: a stranger. `newcomer`: a new person without a role, account type and
 * language. `settler`: a new person with these choices, but without a profile. `member`, `translator` and `admin`:
 * people of the demo workspace, one for each language.
 */
export type Viewer = "guest" | "newcomer" | "settler" | "member" | "translator" | "admin";

/** Calls the API as a second person of the demo workspace, for example to type while the screenshot is taken. */
export type Colleague = (path: string) => Promise<void>;

/** A page or dialog of the product of which a screenshot is taken, and the steps that lead there. */
export interface Screen {
  readonly name: string;
  readonly viewer: Viewer;
  /** The path of the screen. Null if the screen does not exist in that language. */
  readonly path: (language: Language) => string | null;
  /** A selector that must be present before the screenshot is taken. */
  readonly readySelector: string;
  /** Runs before the page is opened, for example to change the server's answers. */
  readonly before?: (page: Page) => Promise<void>;
  readonly prepare?: (page: Page, colleague: Colleague) => Promise<void>;
  /** Whether a call of this screen is never answered. The screenshot then does not wait until the network is idle. */
  readonly unfinished?: boolean;
  /** Runs after the screenshot, to undo what would disturb the next screens. */
  readonly after?: (page: Page) => Promise<void>;
  /** Whether the screenshot shows the whole length of the page and not only the visible part. */
  readonly whole?: boolean;
}

/** Returns a path function for a screen whose path is the same in every language. */
export const createFixedPath = (path: string) => () => path;
