/** One public page of each kind that search engines find, in English and in Vietnamese. */
const pages = [
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
  ...pages.flatMap((page) => [page, page === "/" ? "/vi" : `/vi${page}`]),
  // The privacy page also exists in Japanese, for people who use the workspace in Japanese.
  "/ja/privacy",
];
