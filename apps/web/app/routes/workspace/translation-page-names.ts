/**
 * The names of all translation pages except the queue. In an address `/translations/…`, the part after the slash is
 * such a name or the id of a message. No message has such a name as its id.
 */
const translationPageNames = ["hits", "memory", "glossary", "figures"] as const;
export type TranslationPage = (typeof translationPageNames)[number];

/** Whether this part of an address is a page's name instead of a message's id. */
export const isTranslationPage = (id: string | undefined): id is TranslationPage =>
  translationPageNames.some((page) => page === id);
