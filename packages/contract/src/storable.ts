import { removeDirectionOverrides } from "./direction.ts";

/**
 * Maximum combining marks on one letter. This is the limit of Unicode's stream-safe text (UAX #15), and no language
 * needs more. A browser needs seconds to draw one letter with a hundred thousand marks. Joiners count too, because they
 * do not end a letter.
 */
const longMarkStackPattern = /([\p{M}\p{Grapheme_Extend}\u200d]{30})[\p{M}\p{Grapheme_Extend}\u200d]+/gu;

/** Shortens long stacks of combining marks on one letter. */
export const shortenMarkStacks = (text: string): string => text.replace(longMarkStackPattern, "$1");

/**
 * Prepares a text for storage. Replaces characters that PostgreSQL cannot store (lone surrogates and NUL), and removes
 * direction overrides and stacks of combining marks.
 */
export const toStorableText = (text: string): string =>
  shortenMarkStacks(removeDirectionOverrides(text.toWellFormed().replaceAll("\u0000", "\uFFFD")));
