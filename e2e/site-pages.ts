/** One example of each kind of public page that search engines index, in English and in Vietnamese. */
const sitePages = [
  "/",
  "/service",
  "/price",
  "/blog",
  "/blog/two-hours-apart",
  "/contact",
  "/policy",
  "/privacy",
  "/cookies",
];
export const publicPaths = [
  ...sitePages.flatMap((page) => [page, page === "/" ? "/vi" : `/vi${page}`]),
  // The privacy page also exists in Japanese, because some people use the workspace in Japanese.
  "/ja/privacy",
];
