/** Matches a character with its combining marks, or a half-width kana with its voicing mark. */
const clusterPattern = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

const asciiPattern = /^[\0-\x7f]*$/;
/** Matches spaces that `foldForMatch` changes: several in a row, or a space of another kind. */
const unevenSpacesPattern = /\s\s|[^\S ]/;

/**
 * Returns the form in which the memory and the glossary compare texts. Ignores differences of width, case,
 * kinds of spaces, and composed or decomposed marks.
 */
export function foldForMatch(text: string): string {
  // ASCII text skips both Unicode normalisations, which would not change it. They cost the most time, and this function
  // runs for every message.
  const normalized = asciiPattern.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKC").toLowerCase().normalize("NFC");
  return (unevenSpacesPattern.test(normalized) ? normalized.replace(/\s+/g, " ") : normalized).trim();
}

export interface FoldedText {
  readonly folded: string;
  /**
   * For each code unit of `folded`: where its character starts in the original text. `ends` contains where the
   * character ends there.
   */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Returns the folded text, and the place of each of its code units in the original text. */
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
