/** Matches a character with its combining marks, or a half-width kana with its voicing mark. */
const clusterPattern = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

const asciiPattern = /^[\0-\x7f]*$/;
/** Matches spaces that `foldForMatch` changes: several spaces in a row, or an unusual space character. */
const unevenSpacesPattern = /\s\s|[^\S ]/;

/**
 * Folds a text for comparisons in the memory and the glossary. The result ignores differences of width, case, kinds of
 * spaces, and composed or decomposed marks.
 */
export function foldForMatch(text: string): string {
  // ASCII text skips both Unicode normalisations, because they would not change it. They are the slowest part, and this
  // function runs for every message.
  const normalized = asciiPattern.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKC").toLowerCase().normalize("NFC");
  return (unevenSpacesPattern.test(normalized) ? normalized.replace(/\s+/g, " ") : normalized).trim();
}

export interface FoldedText {
  readonly folded: string;
  /**
   * Maps each code unit of `folded` to the position in the original text where its character starts. `ends` contains
   * the position where the character ends.
   */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Returns the folded text, and the original position of each of its code units. */
export function foldWithPlaces(text: string): FoldedText {
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: whole, index } of text.matchAll(clusterPattern)) {
    const piece = whole.normalize("NFKC").toLowerCase().normalize("NFC");
    const isSpaceCharacter = /^\s+$/.test(piece);
    if (isSpaceCharacter && folded.endsWith(" ")) {
      ends[ends.length - 1] = index + whole.length;
      continue;
    }
    const foldedPiece = isSpaceCharacter ? " " : piece;
    folded += foldedPiece;
    for (let unit = 0; unit < foldedPiece.length; unit++) {
      starts.push(index);
      ends.push(index + whole.length);
    }
  }
  return { folded, starts, ends };
}
