/** The public pages that search engines find, one of each kind, in English and in Vietnamese. */
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
export const everyPage = [
  ...pages.flatMap((page) => [page, page === "/" ? "/vi" : `/vi${page}`]),
  // Whoever works here in Japanese reads it, too.
  "/ja/privacy",
];
