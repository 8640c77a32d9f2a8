/**
 * Whether the address is that of the translators' list, of one message in it, or of a bot's texts beside it. Only these
 * pages have the translators' keyboard shortcuts.
 */
export const isTranslatorsPagePath = (pathname: string): boolean =>
  /^\/translations(\/([\da-f-]{36}|bot))?\/?$/.test(pathname);
