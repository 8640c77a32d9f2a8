import type { Page } from "playwright-core";

export type Language = "en" | "vi" | "ja";

/** One screen of the product and the way to it. */
export interface Screen {
  readonly name: string;
  /** Who looks at it: nobody in particular, the demo person of that language, or the admin in that language. */
  readonly as: "guest" | "member" | "admin";
  /** The address; null where the screen does not exist in that language. */
  readonly path: (language: Language) => string | null;
  /** What has to be there before the picture is taken. */
  readonly ready: string;
  /** What has to have happened before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
  readonly act?: (page: Page) => Promise<void>;
  /** The whole page instead of the window. */
  readonly whole?: boolean;
}

/** The same address in every language. */
export const always = (path: string) => () => path;
