import type { Language, Screen } from "./screen.ts";

/** The public site speaks English and Vietnamese. */
const onSite = (path: string) => (language: Language) =>
  ({ en: path, vi: path === "/" ? "/vi" : `/vi${path}`, ja: null })[language];

const pages = [
  ["site", "/"],
  ["site-service", "/service"],
  ["site-price", "/price"],
  ["site-blog", "/blog"],
  ["site-post", "/blog/keeping-a-glossary"],
  ["site-contact", "/contact"],
  ["site-contact-received", "/contact?received"],
  ["site-policy", "/policy"],
  ["site-cookies", "/cookies"],
].map(
  ([name = "", path = ""]): Screen => ({ name, as: "guest", path: onSite(path), ready: "h1", whole: true }),
);

export const siteScreens: readonly Screen[] = [
  ...pages,
  { name: "closed", as: "guest", path: onSite("/?notice=closed"), ready: "[role=status]" },
];
