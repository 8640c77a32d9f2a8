import type { Language } from "../languages.ts";
import type { TextSpan } from "./protected.ts";

const letterPattern = /\p{L}/gu;
const japanesePattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const kanaPattern = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Matches letters that only Vietnamese uses among the supported languages, in composed form (NFC). */
const vietnamesePattern = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/gu;

/** Minimum letters of a text for detecting its language. */
const minimumLetters = 12;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Returns the language of a text if it is certainly not `expectedLanguage`, else null. The text must be folded, with
 * its protected pieces removed. Null for short texts, because a name or "OK" is the same in every language.
 */
export function detectOtherLanguage(text: string, expectedLanguage: Language): Language | null {
  const letterCount = countMatches(text, letterPattern);
  const japaneseLetterCount = countMatches(text, japanesePattern);
  // A Japanese character counts as three letters, because it carries more information.
  if (letterCount + 2 * japaneseLetterCount < minimumLetters) return null;
  if (
    japaneseLetterCount > 0.3 * letterCount &&
    (expectedLanguage !== "ja" || countMatches(text, kanaPattern) === 0)
  ) {
    return expectedLanguage === "ja" ? null : "ja";
  }
  if (expectedLanguage === "ja") {
    if (japaneseLetterCount >= 0.1 * letterCount) return null;
    return isVietnamese(text, letterCount) ? "vi" : "en";
  }
  const vietnameseText = isVietnamese(text, letterCount);
  if (expectedLanguage === "en") return vietnameseText ? "vi" : null;
  return !vietnameseText && countMatches(text, vietnamesePattern) === 0 && letterCount >= 20 ? "en" : null;
}

function isVietnamese(text: string, letterCount: number): boolean {
  return countMatches(text, vietnamesePattern) > 0.08 * letterCount;
}

/** Words that people repeat on purpose. Their repetitions cause no warnings. */
const repeatableWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(["that", "had", "bye", "very", "no", "ha"]),
  vi: new Set(
    "luôn dần từ thường mãi rất vừa đều ngày người nhà xanh đỏ hay lâu sáng chiều tối đêm ai ha hì dạ vâng nhanh chậm đầu cuối chuyên song ba xa xinh nho".split(
      " ",
    ),
  ),
  ja: new Set(),
};
const repeatedLatinWordPattern =
  /(?<![\p{L}\p{N}\p{M}])(?<word>[\p{L}\p{M}]{1,40})\s+(?=(?<again>[\p{L}\p{M}]{1,40})(?![\p{L}\p{N}\p{M}]))/gu;
const repeatedParticlePattern = /をを|がが/g;
const unspacedScriptPattern = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** Finds words that are repeated directly. Returns the second word of each pair, with its position in the text. */
export function findRepeatedWords(text: string, language: Language): TextSpan[] {
  const repeatedWords: TextSpan[] = [];
  if (language === "ja") {
    for (const { 0: match, index } of text.matchAll(repeatedParticlePattern))
      repeatedWords.push({ start: index + 1, end: index + 2, text: match.slice(1) });
    let wordBefore: { text: string; end: number } | undefined;
    for (const { segment, index, isWordLike } of new Intl.Segmenter("ja", { granularity: "word" }).segment(
      text,
    )) {
      const end = index + segment.length;
      if (
        isWordLike &&
        wordBefore?.text === segment &&
        wordBefore.end === index &&
        segment.length > 1 &&
        unspacedScriptPattern.test(segment)
      )
        repeatedWords.push({ start: index, end, text: segment });
      wordBefore = { text: segment, end };
    }
    return repeatedWords.sort((a, b) => a.start - b.start);
  }
  for (const { 0: repeatedMatch, index, groups = {} } of text.matchAll(repeatedLatinWordPattern)) {
    const { word = "", again = "" } = groups;
    if (word.toLowerCase() !== again.toLowerCase() || repeatableWords[language].has(word.toLowerCase()))
      continue;
    const start = index + repeatedMatch.length;
    repeatedWords.push({ start, end: start + again.length, text: again });
  }
  return repeatedWords;
}

/**
 * Returns a text length for comparisons between languages. A Japanese character counts as two and a half other
 * characters.
 */
const measureComparableLength = (text: string): number =>
  [...text].length + 1.5 * countMatches(text, japanesePattern);

/** Whether the lengths of two texts differ so much that one cannot be a translation of the other. */
export function areLengthsTooDifferent(firstText: string, secondText: string): boolean {
  const [shorterLength = 0, longerLength = 0] = [
    measureComparableLength(firstText),
    measureComparableLength(secondText),
  ].sort((a, b) => a - b);
  return longerLength > 2.5 * shorterLength + 30;
}
