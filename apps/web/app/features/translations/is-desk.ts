/**
 * Whether the address is that of the translators' list or of one message in it. Only these pages have the translators'
 * keyboard shortcuts.
 */
export const isTranslatorsPagePath = (pathname: string): boolean =>
  /^\/translations(\/[\da-f-]{36})?\/?$/.test(pathname);
