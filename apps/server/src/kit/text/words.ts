import { foldText, splitIntoPieces, type TextPiece } from "./fold.ts";

/**
 * Maximum terms of a search query. A term is one word, or several words in quotes. More terms would hardly change the
 * result.
 */
const maximumTerms = 10;

/** A term of a search query: one word, or several words in quotes. */
export interface SearchTerm {
  folded: string;
  pieces: readonly TextPiece[];
  /**
   * Whether the parts of the term must be adjacent: several words, or more than two characters of a script without
   * spaces. The search index cannot check that, so the server checks the text of each found entry.
   */
  isPhrase: boolean;
}

/** Splits a search query into terms. Empty if there is nothing to search for. */
export function parseSearchTerms(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, quotedTerm, unquotedTerm] of query.matchAll(/"([^"]*)"|(\S+)/g)) {
    const foldedQuery = foldText(quotedTerm ?? unquotedTerm ?? "").replace(/\s+/g, " ");
    const queryPieces = splitIntoPieces(foldedQuery);
    const [firstPiece, lastPiece] = [queryPieces[0], queryPieces.at(-1)];
    if (!firstPiece || !lastPiece) continue;
    // Removes brackets, quotes and full stops from both ends of the search term.
    const endIndex = foldedQuery.lastIndexOf(lastPiece.text) + lastPiece.text.length;
    const foldedWords = foldedQuery.slice(foldedQuery.indexOf(firstPiece.text), endIndex);
    const isPhrase =
      queryPieces.length > 1 || queryPieces.some(({ kind, text }) => kind === "run" && [...text].length > 2);
    terms.push({ folded: foldedWords, pieces: queryPieces, isPhrase });
    if (terms.length === maximumTerms) break;
  }
  return terms;
}

/**
 * Returns the search terms as a PostgreSQL `tsquery`. All terms must match; each word matches as a prefix. The words
 * contain no quotes or backslashes.
 */
export function buildTsquery(terms: readonly SearchTerm[]): string {
  return terms
    .flatMap(({ pieces }) =>
      pieces.flatMap(({ kind, text }) => {
        if (kind === "word") return [`'${text}':*`];
        if (kind === "sign") return [`'${text}'`];
        const characters = [...text];
        if (characters.length === 1) return [`'${text}':*`];
        return characters.slice(1).map((character, index) => `'${characters[index]}${character}'`);
      }),
    )
    .join(" & ");
}

export interface TextRange {
  start: number;
  end: number;
}

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const letterPattern = /[\p{L}\p{N}\p{M}]/u;

/**
 * Finds the search terms in `text`. Returns sorted ranges without overlaps, in UTF-16 code units of the original text.
 */
export function findHitRanges(text: string, terms: readonly SearchTerm[]): TextRange[] {
  // Folding changes the length of a text (㌔ becomes キロ). So this array maps each UTF-16 code unit of the folded text to
  // its position in the original.
  let foldedText = "";
  const originalRanges: TextRange[] = [];
  for (const { segment, index } of graphemeSegmenter.segment(text)) {
    const foldedSegment = /\s/.test(segment) ? " " : foldText(segment);
    foldedText += foldedSegment;
    for (let unit = 0; unit < foldedSegment.length; unit++)
      originalRanges.push({ start: index, end: index + segment.length });
  }
  const hitRanges: TextRange[] = [];
  for (const { folded: foldedTerm, pieces } of terms) {
    const mustStartWord = pieces[0]?.kind === "word";
    for (
      let termStart = foldedText.indexOf(foldedTerm);
      termStart >= 0;
      termStart = foldedText.indexOf(foldedTerm, termStart + foldedTerm.length)
    ) {
      if (mustStartWord && isInsideWord(foldedText, termStart)) continue;
      hitRanges.push({
        start: originalRanges[termStart]?.start ?? 0,
        end: originalRanges[termStart + foldedTerm.length - 1]?.end ?? text.length,
      });
    }
  }
  return mergeOverlappingRanges(hitRanges);
}

/**
 * Whether a position is inside a word. Directly after a Japanese letter, this is false, because a Latin word may begin
 * there.
 */
function isInsideWord(folded: string, position: number): boolean {
  const characterBefore = folded[position - 1];
  if (characterBefore === undefined || !letterPattern.test(characterBefore)) return false;
  return splitIntoPieces(characterBefore)[0]?.kind === "word";
}

function mergeOverlappingRanges(hitRanges: TextRange[]): TextRange[] {
  const mergedRanges: TextRange[] = [];
  for (const hitRange of hitRanges.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const lastRange = mergedRanges.at(-1);
    if (lastRange && hitRange.start <= lastRange.end) lastRange.end = Math.max(lastRange.end, hitRange.end);
    else mergedRanges.push({ ...hitRange });
  }
  return mergedRanges;
}

/**
 * `excerptLeadCharacters` is the number of characters before the first hit. `excerptLength` is the total length of the
 * excerpt.
 */
const excerptLeadCharacters = 40;
const excerptLength = 240;

/** Returns the excerpt of a text around its first search hit, on one line, with the ranges of the hits in it. */
export function createExcerpt(
  text: string,
  terms: readonly SearchTerm[],
): { excerpt: string; marks: TextRange[] } {
  const [firstHit] = findHitRanges(text, terms);
  const excerptStart =
    text.length > excerptLength && firstHit && firstHit.start > excerptLeadCharacters
      ? findWordStart(text, firstHit.start - excerptLeadCharacters)
      : 0;
  const excerptText = removeHalfCharacter(text.slice(excerptStart, excerptStart + excerptLength));
  const excerpt =
    `${excerptStart > 0 ? "… " : ""}${excerptText}${excerptStart + excerptText.length < text.length ? " …" : ""}`.replace(
      /\s/g,
      " ",
    );
  return { excerpt, marks: findHitRanges(excerpt, terms) };
}

/** Returns the start of a word at or shortly after `position`, never inside a surrogate pair. */
function findWordStart(text: string, position: number): number {
  const spaceOffset = text.slice(position, position + excerptLeadCharacters).search(/\s\S/);
  if (spaceOffset >= 0) return position + spaceOffset + 1;
  return /[\udc00-\udfff]/.test(text[position] ?? "") ? position + 1 : position;
}

function removeHalfCharacter(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
