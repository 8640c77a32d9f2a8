/**
 * Whether the address shows the list of translations or one message with its translation. The other pages for
 * translators have no keyboard shortcuts of their own.
 */
export const isDeskAddress = (pathname: string): boolean =>
  /^\/translations(\/[\da-f-]{36})?\/?$/.test(pathname);
