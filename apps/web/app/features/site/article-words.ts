import type { SiteLanguage } from "./addresses.ts";
import enBlog from "./texts/en/blog.ts";
import enFrame from "./texts/en/frame.ts";
import viBlog from "./texts/vi/blog.ts";
import viFrame from "./texts/vi/frame.ts";

/**
 * The texts around an article, such as labels. They are few, so the code of the preview in the browser can contain
 * them.
 */
export const articleWords = {
  en: { ...enBlog, breadcrumb: enFrame.breadcrumb },
  vi: { ...viBlog, breadcrumb: viFrame.breadcrumb },
} as const satisfies Record<SiteLanguage, object>;
