/** Matches a character with its combining marks, or a half-width kana with its voicing mark. */
const characterClusterPattern = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

const asciiPattern = /^[\0-\x7f]*$/;
/** Matches spaces that `foldKeepingAccents` changes: several spaces in a row, or an unusual space character. */
const unevenSpacesPattern = /\s\s|[^\S ]/;

/**
 * Folds a text for comparisons in the memory and the glossary. The result ignores differences of width, case, kinds of
 * spaces, and composed or decomposed marks.
 */
export function foldKeepingAccents(text: string): string {
  // ASCII text skips both Unicode normalisations, because they would not change it. They are the slowest part, and this
  // function runs for every message.
  const normalizedText = asciiPattern.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKC").toLowerCase().normalize("NFC");
  return (
    unevenSpacesPattern.test(normalizedText) ? normalizedText.replace(/\s+/g, " ") : normalizedText
  ).trim();
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
export function foldWithPositions(text: string): FoldedText {
  let folded = "";
  const originalStarts: number[] = [];
  const originalEnds: number[] = [];
  for (const { 0: characterCluster, index } of text.matchAll(characterClusterPattern)) {
    const foldedCluster = characterCluster.normalize("NFKC").toLowerCase().normalize("NFC");
    const isSpaceCharacter = /^\s+$/.test(foldedCluster);
    if (isSpaceCharacter && folded.endsWith(" ")) {
      originalEnds[originalEnds.length - 1] = index + characterCluster.length;
      continue;
    }
    const foldedPiece = isSpaceCharacter ? " " : foldedCluster;
    folded += foldedPiece;
    for (let unit = 0; unit < foldedPiece.length; unit++) {
      originalStarts.push(index);
      originalEnds.push(index + characterCluster.length);
    }
  }
  return { folded, starts: originalStarts, ends: originalEnds };
}
