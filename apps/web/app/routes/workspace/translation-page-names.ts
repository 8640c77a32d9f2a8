/**
 * The names of all translation pages except the queue. In an address `/translations/…`, the part after the slash is
 * such a name or the id of a message. No message has such a name as its id.
 */
const translationPageNames = ["hits", "memory", "glossary", "figures"] as const;
export type TranslationPageName = (typeof translationPageNames)[number];

/** Whether this part of an address is a page's name instead of a message's id. */
export const isTranslationPageName = (addressPart: string | undefined): addressPart is TranslationPageName =>
  translationPageNames.some((page) => page === addressPart);
