import type { TermTranslation } from "@kakehashi/contract/glossary";
import type { Language } from "@kakehashi/contract/languages";
import { createTermFinder } from "@kakehashi/contract/terms";
import {
  findProtectedSpans,
  replaceWithNulCharacters,
} from "@kakehashi/contract/translation-checks/protected";

/** A part of a text and the glossary terms that it matches. Several glossary terms may have the same spelling. */
export interface TextPieceWithTerms {
  readonly start: number;
  readonly text: string;
  readonly terms: readonly TermTranslation[];
}

/** Splits a text at its glossary terms. Terms in code and in addresses do not count. */
export function splitAtTerms(
  text: string,
  language: Language,
  terms: readonly TermTranslation[],
): TextPieceWithTerms[] {
  const termRanges = new Map<number, { end: number; terms: TermTranslation[] }>();
  for (const { term, start, end } of createTermFinder(language, terms).find(
    replaceWithNulCharacters(text, findProtectedSpans(text)),
  )) {
    const range = termRanges.get(start);
    if (range) range.terms.push(term);
    else termRanges.set(start, { end, terms: [term] });
  }
  const markedPieces: TextPieceWithTerms[] = [];
  let position = 0;
  const addPiece = (end: number, rangeTerms: readonly TermTranslation[]) => {
    if (end > position)
      markedPieces.push({ start: position, text: text.slice(position, end), terms: rangeTerms });
    position = end;
  };
  for (const [start, range] of termRanges) {
    addPiece(start, []);
    addPiece(range.end, range.terms);
  }
  addPiece(text.length, []);
  return markedPieces;
}

/** Returns each term of a text once, in the order of first occurrence. */
export const listDistinctTerms = (pieces: readonly TextPieceWithTerms[]): TermTranslation[] => [
  ...new Map(pieces.flatMap(({ terms }) => terms.map((term) => [term.id, term]))).values(),
];
