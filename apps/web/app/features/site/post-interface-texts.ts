import type { SiteLanguage } from "./addresses.ts";
import enBlog from "./texts/en/blog.ts";
import enFrame from "./texts/en/frame.ts";
import viBlog from "./texts/vi/blog.ts";
import viFrame from "./texts/vi/frame.ts";

/**
 * The interface texts around an article, such as labels. This module must stay small, because the browser loads it for
 * the preview of an article.
 */
export const postInterfaceTexts = {
  en: { ...enBlog, breadcrumb: enFrame.breadcrumb },
  vi: { ...viBlog, breadcrumb: viFrame.breadcrumb },
} as const satisfies Record<SiteLanguage, object>;
