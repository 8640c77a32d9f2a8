/** A character with the marks that change it; a half-width kana with its voicing mark. */
const cluster = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

/** Texts as the memory and the glossary compare them: width, case, composed or not, and the kind of space do not matter. */
export function foldForMatch(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFC").replace(/\s+/g, " ").trim();
}

export interface FoldedText {
  readonly folded: string;
  /** For each code unit of `folded` where its character begins in the text, and where it ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The same, with the way back to the places in the text. */
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
    const kept = isSpace ? " " : piece;
    folded += kept;
    for (let unit = 0; unit < kept.length; unit++) {
      starts.push(index);
      ends.push(index + whole.length);
    }
  }
  return { folded, starts, ends };
}
