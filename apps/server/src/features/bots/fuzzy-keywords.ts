import { searchedMessageUnits } from "@kakehashi/contract/bot-phrases";
import { boundedEditDistance } from "../../kit/text-distance.ts";

/** A keyword of a phrase. */
export interface KeywordEntry {
  /** The index of the keyword's phrase in the bot's phrase list. */
  readonly phraseIndex: number;
  readonly keyword: string;
  readonly foldedKeyword: string;
}

/** A piece of a keyword. If a message has no wrong letter in this piece, the whole keyword may be there. */
export interface KeywordPiece extends KeywordEntry {
  /** A bit set (see `computeLetterBits`) of the letters of the whole keyword. */
  readonly keywordLetterBits: number;
  /**
   * The index at which this piece begins in the folded keyword, which is in lower case and without accents and
   * punctuation.
   */
  readonly offset: number;
  /** Maximum number of letters of the keyword that may be wrong in the message. */
  readonly maximumWrongLetters: number;
}

/**
 * Returns the letters of a text as a set of 32 bits. Each bit stands for a group of letters. Two sets are compared
 * fast, and the comparison rules out most keywords. So the slow edit distance is computed for few keywords only.
 */
function computeLetterBits(text: string): number {
  let letterSet = 0;
  for (let letterIndex = 0; letterIndex < text.length; letterIndex++)
    letterSet |= 1 << (text.charCodeAt(letterIndex) & 31);
  return letterSet;
}

function countBits(letterBits: number): number {
  let count = 0;
  for (let remainingBits = letterBits; remainingBits !== 0; remainingBits &= remainingBits - 1) count++;
  return count;
}

/** Returns the maximum number of wrong letters for a keyword of this length. */
const computeMaximumWrongLetters = (letterCount: number) => (letterCount < 4 ? 0 : letterCount < 8 ? 1 : 2);

/**
 * Cuts a keyword into `maximumWrongLetters + 1` pieces. If a message has at most `maximumWrongLetters` wrong letters in the keyword, at least
 * one piece has none. The trie finds this piece.
 */
export function splitKeyword(entry: KeywordEntry): readonly [text: string, piece: KeywordPiece][] {
  const { foldedKeyword } = entry;
  const maximumWrongLetters = computeMaximumWrongLetters(foldedKeyword.length);
  const pieceLength = Math.floor(foldedKeyword.length / (maximumWrongLetters + 1));
  const keywordLetterBits = computeLetterBits(foldedKeyword);
  return Array.from({ length: maximumWrongLetters + 1 }, (_, index) => {
    const offset = index * pieceLength;
    const end = index === maximumWrongLetters ? foldedKeyword.length : offset + pieceLength;
    return [foldedKeyword.slice(offset, end), { ...entry, offset, maximumWrongLetters, keywordLetterBits }];
  });
}

/**
 * Returns a function that compares a whole keyword with a message in which one piece of the keyword was found. The
 * function's second argument is the index of the piece in the message. The function compares the keyword with the words
 * around this index.
 */
export function createWholeKeywordComparison(
  text: string,
  wordEdgeFlags: readonly boolean[],
  addMatch: (entry: KeywordEntry, found: string, distance: number) => void,
): (piece: KeywordPiece, at: number) => void {
  const textWindows = new Map<number, { found: string; letters: number }>();
  function findCachedWindow(start: number, end: number) {
    const key = start * (searchedMessageUnits + 1) * 2 + end;
    const knownWindow = textWindows.get(key);
    if (knownWindow) return knownWindow;
    const foundText = text.slice(start, end);
    const newWindow = { found: foundText, letters: computeLetterBits(foundText) };
    textWindows.set(key, newWindow);
    return newWindow;
  }
  return (keywordPiece, pieceStartIndex) => {
    const { foldedKeyword, offset, maximumWrongLetters, keywordLetterBits } = keywordPiece;
    for (
      let startIndex = Math.max(0, pieceStartIndex - offset - maximumWrongLetters);
      startIndex <= pieceStartIndex - offset + maximumWrongLetters;
      startIndex++
    ) {
      if (!wordEdgeFlags[startIndex]) continue;
      const lastEndIndex = Math.min(text.length, startIndex + foldedKeyword.length + maximumWrongLetters);
      for (
        let endIndex = Math.max(startIndex + 1, startIndex + foldedKeyword.length - maximumWrongLetters);
        endIndex <= lastEndIndex;
        endIndex++
      ) {
        if (!wordEdgeFlags[endIndex]) continue;
        const textWindow = findCachedWindow(startIndex, endIndex);
        // A wrong letter removes at most one group of letters from the set, and adds at most one. If the two sets
        // differ by more, the keyword cannot match.
        if (
          countBits(keywordLetterBits & ~textWindow.letters) > maximumWrongLetters ||
          countBits(textWindow.letters & ~keywordLetterBits) > maximumWrongLetters
        )
          continue;
        const distance = boundedEditDistance(foldedKeyword, textWindow.found, maximumWrongLetters);
        if (distance !== null) addMatch(keywordPiece, textWindow.found, distance);
      }
    }
  };
}
