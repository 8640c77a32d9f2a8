/**
 * Whether the address is the translators' desk: its queue or one unit. The other pages of the translators' area have
 * no keys of their own.
 */
export const isDeskAddress = (pathname: string): boolean =>
  /^\/translations(\/[\da-f-]{36})?\/?$/.test(pathname);
