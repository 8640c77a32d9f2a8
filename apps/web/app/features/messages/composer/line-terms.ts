import type { Language } from "@kakehashi/contract/languages";
import { createTermFinder, type FoundTerm } from "@kakehashi/contract/terms";
import { blank, protectedSpans } from "@kakehashi/contract/translation-checks/protected";

/** The glossary's term in one of the readers' languages. */
export interface WritingTerm {
  readonly term: string;
  readonly language: Language;
  readonly translation: string;
  readonly note: string;
  readonly do_not_translate: boolean;
}

/** The position of a term in the text, from `start` up to but without `end`, and its translations. */
export interface TermPlace {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly WritingTerm[];
}

/** Splits a text after each end of a line or sentence. Joined again, the pieces are the text. */
const pieceStart = /(?<=[\n。！？])|(?<=[.!?] )/;
/** A longer piece without the end of a sentence is no sentence, but a pasted log or key. */
const maximumPiece = 1_000;

function toPlaces(found: readonly FoundTerm<WritingTerm>[]): TermPlace[] {
  const places: (TermPlace & { terms: WritingTerm[] })[] = [];
  for (const { term, start, end } of found) {
    const last = places.at(-1);
    if (last?.start === start) last.terms.push(term);
    else places.push({ start, end, terms: [term] });
  }
  return places;
}

/**
 * Returns a function that finds the glossary's terms while somebody types. It searches a sentence again only
 * if it has changed, so that a key press in a long text is not slower.
 */
export function createLineTerms(
  language: Language,
  terms: readonly WritingTerm[],
): (text: string) => TermPlace[] {
  const finder = createTermFinder(language, terms);
  let previous = new Map<string, readonly TermPlace[]>();
  const findIn = (piece: string): readonly TermPlace[] =>
    piece.length > maximumPiece ? [] : toPlaces(finder.find(blank(piece, protectedSpans(piece))));
  return (text) => {
    const next = new Map<string, readonly TermPlace[]>();
    const places: TermPlace[] = [];
    let at = 0;
    for (const piece of text.split(pieceStart)) {
      const found = next.get(piece) ?? previous.get(piece) ?? findIn(piece);
      next.set(piece, found);
      for (const { start, end, terms } of found) places.push({ start: start + at, end: end + at, terms });
      at += piece.length;
    }
    previous = next;
    return places;
  };
}
