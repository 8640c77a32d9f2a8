/**
 * The names of the translation pages other than the queue. In an address `/translations/…`, the name of a page takes
 * the place of a message's id. No id equals a name.
 */
const pages = ["hits", "memory", "glossary", "figures"] as const;
export type TranslationPage = (typeof pages)[number];

/** Whether this part of an address is the name of a page, and not a message's id. */
export const isTranslationPage = (id: string | undefined): id is TranslationPage =>
  pages.some((page) => page === id);
