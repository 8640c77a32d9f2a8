import { z } from "zod";
import type { Language } from "../languages.ts";
import { createTermFinder } from "../terms.ts";
import { findEndPunctuation, isEndPunctuationDifferent } from "./ends.ts";
import { foldKeepingAccents, foldWithPositions } from "./folded.ts";
import { findNumbers, findUnmatchedNumbers } from "./numbers.ts";
import {
  findProtectedSpans,
  type ProtectedSpan,
  replaceWithNulCharacters,
  type TextSpan,
} from "./protected.ts";
import { areLengthsTooDifferent, detectOtherLanguage, findRepeatedWords } from "./words.ts";

/** The kinds of errors that the checks look for in a translation, the most serious first. */
export const checkKinds = [
  "unchanged",
  "language",
  "placeholder",
  "code",
  "mention",
  "url",
  "number",
  "glossary",
  "newlines",
  "length",
  "repeated",
  "punctuation",
] as const;
export const checkKindSchema = z.enum(checkKinds).meta({ id: "CheckKind" });
export type CheckKind = (typeof checkKinds)[number];

/** Maximum warnings about one translation. */
export const maximumWarningsPerTranslation = 50;
/** Maximum UTF-16 code units that a warning quotes. */
export const maximumWarningTextLength = 200;

/**
 * A warning about a piece of text: a piece of the original that the translation lacks, or a piece that only the
 * translation has. `start` and `end` are in UTF-16 code units. `expected` is the text that was searched for, if it
 * differs from the piece.
 */
export const checkWarningSchema = z
  .object({
    kind: checkKindSchema,
    side: z.enum(["original", "translation"]),
    start: z.number().int(),
    end: z.number().int(),
    text: z.string().max(maximumWarningTextLength),
    expected: z.string().max(maximumWarningTextLength).nullable(),
  })
  .meta({ id: "CheckWarning" });
export type CheckWarning = z.infer<typeof checkWarningSchema>;
type TextSide = CheckWarning["side"];

/** A glossary entry for the two languages of a translation. */
export interface CheckTerm {
  readonly term: string;
  readonly translation: string;
  readonly do_not_translate: boolean;
}

export interface CheckedTexts {
  readonly original: string;
  readonly translation: string;
  readonly fromLanguage: Language;
  readonly toLanguage: Language;
  readonly terms?: readonly CheckTerm[];
}

function createWarning(
  kind: CheckKind,
  textSide: TextSide,
  span: TextSpan,
  expected: string | null = null,
): CheckWarning {
  return {
    kind,
    side: textSide,
    start: span.start,
    end: span.end,
    text: span.text.slice(0, maximumWarningTextLength),
    expected: expected?.slice(0, maximumWarningTextLength) ?? null,
  };
}

const createWholeTextSpan = (text: string): TextSpan => ({ start: 0, end: text.length, text });

/**
 * Returns the text by which two protected pieces (such as code, URLs and mentions) are compared. For a mention this is
 * only the person's id, because the displayed name may differ.
 */
function createSpanKey({ kind, text }: ProtectedSpan): string {
  if (kind === "mention") return `mention ${text.slice(text.lastIndexOf("("))}`;
  return `${kind} ${text.normalize("NFC")}`;
}

/** Returns the pieces in `spans` that do not occur often enough in `otherSpans`. */
function findMissingSpans(
  spans: readonly ProtectedSpan[],
  otherSpans: readonly ProtectedSpan[],
): ProtectedSpan[] {
  const unmatchedCounts = new Map<string, number>();
  for (const span of otherSpans)
    unmatchedCounts.set(createSpanKey(span), (unmatchedCounts.get(createSpanKey(span)) ?? 0) + 1);
  return spans.filter((span) => {
    const count = unmatchedCounts.get(createSpanKey(span)) ?? 0;
    unmatchedCounts.set(createSpanKey(span), count - 1);
    return count <= 0;
  });
}

function findNumberWarnings(original: string, translation: string): CheckWarning[] {
  const foldedTexts = { original: foldWithPositions(original), translation: foldWithPositions(translation) };
  const { missing, extra } = findUnmatchedNumbers(
    findNumbers(foldedTexts.original.folded),
    findNumbers(foldedTexts.translation.folded),
  );
  const createSpanWarning = (textSide: TextSide, text: string, span: TextSpan) => {
    const { starts, ends } = foldedTexts[textSide];
    const [start, end] = [starts[span.start] ?? 0, ends[span.end - 1] ?? 0];
    return createWarning("number", textSide, { start, end, text: text.slice(start, end) });
  };
  return [
    ...missing.map((span) => createSpanWarning("original", original, span)),
    ...extra.map((span) => createSpanWarning("translation", translation, span)),
  ];
}

/**
 * Warns of glossary terms in the original that the translation does not translate as the glossary says. Ignores terms
 * in code and links.
 */
export function findTermWarnings({
  original,
  translation,
  fromLanguage,
  toLanguage,
  terms = [],
}: CheckedTexts): CheckWarning[] {
  if (terms.length === 0) return [];
  const originalTerms = createTermFinder(fromLanguage, terms).find(
    replaceWithNulCharacters(original, findProtectedSpans(original)),
  );
  if (originalTerms.length === 0) return [];
  const originalTermSet = new Set(originalTerms.map(({ term }) => term));
  const translationTermFinder = createTermFinder(
    toLanguage,
    [...originalTermSet].map((term) => ({ term: term.do_not_translate ? term.term : term.translation })),
  );
  const usedTerms = new Set(
    translationTermFinder.find(translation).map(({ term }) => foldKeepingAccents(term.term)),
  );
  const folded = foldKeepingAccents(translation);
  const termsByStart = new Map<number, typeof originalTerms>();
  for (const foundTerm of originalTerms)
    termsByStart.set(foundTerm.start, [...(termsByStart.get(foundTerm.start) ?? []), foundTerm]);
  // If the glossary has several translations of a term, the text may use any of them.
  return [...termsByStart.values()].flatMap((group) => {
    const expected = group.map(({ term }) => (term.do_not_translate ? term.term : term.translation));
    const isUsed = expected.some((text) => {
      const key = foldKeepingAccents(text);
      // The term finder finds only the longest term at a position. A longer term may contain this translation. So the
      // translation is also searched for directly in the text.
      return usedTerms.has(key) || (key !== "" && folded.includes(key));
    });
    const [firstTerm] = group;
    return isUsed || !firstTerm
      ? []
      : [createWarning("glossary", "original", firstTerm, expected.join(" / "))];
  });
}

const countLines = (text: string): number => text.trim().split(/\r\n|\r|\n/).length;

function findNewlineWarnings(original: string, translation: string): CheckWarning[] {
  const [originalLineCount, translationLineCount] = [countLines(original), countLines(translation)];
  return originalLineCount === translationLineCount
    ? []
    : [createWarning("newlines", "translation", createWholeTextSpan(translation), String(originalLineCount))];
}

/**
 * Returns warnings about a translation. A translation with warnings can still be saved. The checks take linear time. A
 * blank translation gets no warnings.
 */
export function checkTranslation(texts: CheckedTexts): CheckWarning[] {
  const { original, translation, fromLanguage, toLanguage } = texts;
  if (translation.trim() === "") return [];
  const spans = { original: findProtectedSpans(original), translation: findProtectedSpans(translation) };
  const unprotectedTexts = {
    original: replaceWithNulCharacters(original, spans.original),
    translation: replaceWithNulCharacters(translation, spans.translation),
  };
  const hasWords = /\p{L}/u.test(unprotectedTexts.original);
  const warnings: CheckWarning[] = [];

  if (hasWords && foldKeepingAccents(original) === foldKeepingAccents(translation)) {
    warnings.push(createWarning("unchanged", "translation", createWholeTextSpan(translation)));
  } else {
    const foundLanguage = hasWords
      ? detectOtherLanguage(foldKeepingAccents(unprotectedTexts.translation), toLanguage)
      : null;
    if (foundLanguage)
      warnings.push(createWarning("language", "translation", createWholeTextSpan(translation), toLanguage));
  }
  for (const span of findMissingSpans(spans.original, spans.translation))
    warnings.push(createWarning(span.kind, "original", span));
  for (const span of findMissingSpans(spans.translation, spans.original))
    warnings.push(createWarning(span.kind, "translation", span));
  warnings.push(...findNumberWarnings(unprotectedTexts.original, unprotectedTexts.translation));
  warnings.push(...findTermWarnings(texts));
  warnings.push(...findNewlineWarnings(original, translation));
  if (areLengthsTooDifferent(unprotectedTexts.original, unprotectedTexts.translation))
    warnings.push(createWarning("length", "translation", createWholeTextSpan(translation)));
  const repeatedInOriginal = new Set(
    findRepeatedWords(unprotectedTexts.original, fromLanguage).map(({ text }) => text.toLowerCase()),
  );
  for (const span of findRepeatedWords(unprotectedTexts.translation, toLanguage))
    if (!repeatedInOriginal.has(span.text.toLowerCase()))
      warnings.push(createWarning("repeated", "translation", span));
  const endPunctuations = {
    original: findEndPunctuation(unprotectedTexts.original),
    translation: findEndPunctuation(unprotectedTexts.translation),
  };
  if (isEndPunctuationDifferent(endPunctuations.original.kind, endPunctuations.translation.kind))
    warnings.push(
      createWarning(
        "punctuation",
        "translation",
        endPunctuations.translation,
        endPunctuations.original.kind === "none" ? null : endPunctuations.original.text,
      ),
    );
  return warnings.slice(0, maximumWarningsPerTranslation);
}
