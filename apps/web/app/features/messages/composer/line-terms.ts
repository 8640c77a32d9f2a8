import type { Language } from "@kakehashi/contract/languages";
import { createTermFinder, type FoundTerm } from "@kakehashi/contract/terms";
import {
  findProtectedSpans,
  replaceWithNulCharacters,
} from "@kakehashi/contract/translation-checks/protected";

/** A glossary term in the language of the text, with its translation into one of the readers' languages. */
export interface TranslatedGlossaryTerm {
  readonly term: string;
  readonly translationLanguage: Language;
  readonly translation: string;
  readonly note: string;
  readonly do_not_translate: boolean;
}

/** The range of a glossary term in the text, from `start` to before `end`, with the term's translations. */
export interface TermRange {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly TranslatedGlossaryTerm[];
}

/** Matches the places where a new line or sentence begins. A text is split at these places and loses no characters. */
const sentenceStartPattern = /(?<=[\n。！？])|(?<=[.!?] )/;
/**
 * A line or sentence with more characters than this is not searched for glossary terms. It is a pasted log or key, and
 * not prose.
 */
const maxPieceLength = 1_000;

function toTermRanges(foundTerms: readonly FoundTerm<TranslatedGlossaryTerm>[]): TermRange[] {
  const ranges: (TermRange & { terms: TranslatedGlossaryTerm[] })[] = [];
  for (const { term, start, end } of foundTerms) {
    const lastRange = ranges.at(-1);
    if (lastRange?.start === start) lastRange.terms.push(term);
    else ranges.push({ start, end, terms: [term] });
  }
  return ranges;
}

/**
 * Returns a function that finds the glossary's terms while somebody types. It searches only the sentences that have
 * changed, so that typing in a long text stays fast.
 */
export function createIncrementalTermFinder(
  language: Language,
  terms: readonly TranslatedGlossaryTerm[],
): (text: string) => TermRange[] {
  const finder = createTermFinder(language, terms);
  let previousRanges = new Map<string, readonly TermRange[]>();
  const findTermsIn = (textPiece: string): readonly TermRange[] =>
    textPiece.length > maxPieceLength
      ? []
      : toTermRanges(finder.find(replaceWithNulCharacters(textPiece, findProtectedSpans(textPiece))));
  return (text) => {
    const newRanges = new Map<string, readonly TermRange[]>();
    const ranges: TermRange[] = [];
    let offset = 0;
    for (const textPiece of text.split(sentenceStartPattern)) {
      const foundRanges = newRanges.get(textPiece) ?? previousRanges.get(textPiece) ?? findTermsIn(textPiece);
      newRanges.set(textPiece, foundRanges);
      for (const { start, end, terms } of foundRanges)
        ranges.push({ start: start + offset, end: end + offset, terms });
      offset += textPiece.length;
    }
    previousRanges = newRanges;
    return ranges;
  };
}
