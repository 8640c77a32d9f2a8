/** The public pages that search engines find, one of each kind, in English and Vietnamese. */
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
  // People who work here in Japanese read this page, too.
  "/ja/privacy",
];
