// Folding removes differences of width, case and accents. The function is in the contract package, because the bot
// engine compares visitors' texts in the same way as the search.
export { foldText } from "@kakehashi/contract/fold";

/** Matches scripts without spaces, in which every character may begin a word. */
const unspacedScripts = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}ー";
const unspacedRunPattern = `[${unspacedScripts}]+`;
const wordPattern = `(?:(?![${unspacedScripts}])[\\p{L}\\p{N}\\p{M}])+`;
const emojiPattern = "\\p{Extended_Pictographic}";
export const textPiecePattern = new RegExp(`${unspacedRunPattern}|${wordPattern}|${emojiPattern}`, "gu");
export const leadingUnspacedRunPattern = new RegExp(`^${unspacedRunPattern}`, "u");
export const leadingWordPattern = new RegExp(`^${wordPattern}`, "u");

/**
 * Longer words are indexed only by this many first characters. A search for a longer word compares only these
 * characters, too.
 */
const maximumWordLength = 64;

export interface TextPiece {
  /** `run`: successive characters of a script without spaces. `word`: a word of another script. `sign`: an emoji. */
  kind: "run" | "word" | "sign";
  text: string;
}

/** Splits a folded text into words, emojis and runs of scripts without spaces. Leaves out the separators. */
export function splitIntoPieces(folded: string): TextPiece[] {
  // The regular expression needs no capture groups, so that `match` with the flag `g` can return plain strings.
  // `matchAll` would return an object for each piece, which would cause most of the memory allocations of indexing a
  // message.
  return folded.match(textPiecePattern)?.map(toTextPiece) ?? [];
}

function toTextPiece(text: string): TextPiece {
  if (text.charCodeAt(0) < 0x80 || leadingWordPattern.test(text))
    return { kind: "word", text: shortenWord(text) };
  return { kind: leadingUnspacedRunPattern.test(text) ? "run" : "sign", text };
}

function shortenWord(word: string): string {
  return word.length <= maximumWordLength ? word : [...word].slice(0, maximumWordLength).join("");
}

/**
 * Returns the words by which a folded text is indexed, without duplicates. In a script without spaces, each pair of
 * neighbouring characters is a word, and so is the last character. So a search for a single character finds the pairs
 * that begin with it.
 */
export function lexemesOf(folded: string): string[] {
  const lexemes = new Set<string>();
  for (const { kind, text } of splitIntoPieces(folded)) {
    if (kind !== "run") lexemes.add(text);
    else for (const letterPair of characterPairsOf(text)) lexemes.add(letterPair);
  }
  return [...lexemes];
}

export function characterPairsOf(characterRun: string): string[] {
  const characters = [...characterRun];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
