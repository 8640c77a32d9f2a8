/** A character with its combining marks, or a half-width kana with its voicing mark. */
const cluster = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

const isAscii = /^[\0-\x7f]*$/;

/**
 * The form in which the memory and the glossary compare texts: width, case, composed or decomposed marks and
 * kinds of spaces make no difference.
 */
export function foldForMatch(text: string): string {
  // Two normalisations cost more than the rest, and change nothing in ASCII. This runs for every message.
  const normalized = isAscii.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKC").toLowerCase().normalize("NFC");
  return normalized.replace(/\s+/g, " ").trim();
}

export interface FoldedText {
  readonly folded: string;
  /** For each code unit of `folded`: where its character starts and ends in the original text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The folded text, and for each place in it the place in the original text. */
export function foldWithPlaces(text: string): FoldedText {
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: whole, index } of text.matchAll(cluster)) {
    const piece = whole.normalize("NFKC").toLowerCase().normalize("NFC");
    const isSpace = /^\s+$/.test(piece);
    if (isSpace && folded.endsWith(" ")) {
      ends[ends.length - 1] = index + whole.length;
      continue;
    }
    const foldedPiece = isSpace ? " " : piece;
    folded += foldedPiece;
    for (let unit = 0; unit < foldedPiece.length; unit++) {
      starts.push(index);
      ends.push(index + whole.length);
    }
  }
  return { folded, starts, ends };
}
