import type { Language } from "@kakehashi/contract/languages";
import { createTermFinder, type FoundTerm } from "@kakehashi/contract/terms";
import { blank, protectedSpans } from "@kakehashi/contract/translation-checks/protected";

/** What the glossary calls a thing in one of the readers' languages. */
export interface WritingTerm {
  readonly term: string;
  readonly language: Language;
  readonly translation: string;
  readonly note: string;
  readonly do_not_translate: boolean;
}

/** A place in the text, from `start` to before `end`, and what it is called in each language. */
export interface TermPlace {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly WritingTerm[];
}

/** The text after each end of a line or sentence. Put together again they are the text. */
const pieceStart = /(?<=[\n。！？])|(?<=[.!?] )/;
/** A longer piece without an end of a sentence is no sentence: a pasted log or key. */
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
 * Makes a function that finds the glossary's terms in what somebody types. It looks through a sentence only when it has
 * changed, so that a key costs the same in a long text.
 */
export function createLineTerms(
  language: Language,
  terms: readonly WritingTerm[],
): (text: string) => TermPlace[] {
  const finder = createTermFinder(language, terms);
  let known = new Map<string, readonly TermPlace[]>();
  const look = (piece: string): readonly TermPlace[] =>
    piece.length > maximumPiece ? [] : toPlaces(finder.find(blank(piece, protectedSpans(piece))));
  return (text) => {
    const next = new Map<string, readonly TermPlace[]>();
    const places: TermPlace[] = [];
    let at = 0;
    for (const piece of text.split(pieceStart)) {
      const found = next.get(piece) ?? known.get(piece) ?? look(piece);
      next.set(piece, found);
      for (const { start, end, terms } of found) places.push({ start: start + at, end: end + at, terms });
      at += piece.length;
    }
    known = next;
    return places;
  };
}
