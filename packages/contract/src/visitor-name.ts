/**
 * Returns a made-up name for a visitor without a name. It ends with the last characters of the visitor's session id. It
 * is stored in English and displayed in the reader's language.
 */
export const createVisitorName = (sessionId: string): string => `Visitor ${sessionId.slice(-4)}`;

const unnamedVisitorPattern = /^Visitor ([\da-f]{4})$/;

/** Returns the four characters at the end of a made-up visitor name. Undefined for all other names. */
export const findUnnamedVisitorSuffix = (name: string): string | undefined =>
  unnamedVisitorPattern.exec(name)?.[1];

const searchedVisitorNamePattern = /^(?:Khách|Khach|ゲスト)\s*([\da-f]{1,4})$/i;

/**
 * Converts a made-up visitor name from the reader's language to English. A search needs this, because the names are
 * stored in English.
 */
export const toStoredVisitorName = (search: string): string =>
  search.trim().normalize("NFC").replace(searchedVisitorNamePattern, "Visitor $1");
