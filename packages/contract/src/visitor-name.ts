/**
 * Returns the name that the server makes up for a visitor without a name. It ends with the last characters of the
 * visitor's session id. It is stored in English and shown in the reader's language.
 */
export const nameOfUnnamedVisitor = (sessionId: string): string => `Visitor ${sessionId.slice(-4)}`;

const unnamedVisitorPattern = /^Visitor ([\da-f]{4})$/;

/**
 * Returns the number in the name that the server made up for a visitor without a name. Undefined for all other names.
 */
export const visitorNumberOf = (name: string): string | undefined => unnamedVisitorPattern.exec(name)?.[1];

const searchedVisitorNamePattern = /^(?:Khách|Khach|ゲスト)\s*([\da-f]{1,4})$/i;

/**
 * Converts a made-up visitor name that somebody searches for, in the form in which the page shows it, to the stored
 * English form.
 */
export const toStoredVisitorName = (search: string): string =>
  search.trim().normalize("NFC").replace(searchedVisitorNamePattern, "Visitor $1");
