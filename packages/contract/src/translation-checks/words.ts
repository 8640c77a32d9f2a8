import type { Language } from "../languages.ts";
import type { Span } from "./protected.ts";

const letters = /\p{L}/gu;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Letters that no English word has; composed. */
const vietnamese = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/gu;

/** Letters from which on a text says of which language it is. */
const tellingLetters = 12;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The language that a text is certainly in when it is not this one; null where it may be. The text is folded and without
 * its protected pieces. Few words tell nothing: a name or OK stays as it is in every language.
 */
export function otherLanguage(text: string, wanted: Language): Language | null {
  const all = count(text, letters);
  const japaneseLetters = count(text, japanese);
  // A Japanese letter says as much as three.
  if (all + 2 * japaneseLetters < tellingLetters) return null;
  if (japaneseLetters > 0.3 * all && (wanted !== "ja" || count(text, kana) === 0)) {
    return wanted === "ja" ? null : "ja";
  }
  if (wanted === "ja") {
    if (japaneseLetters >= 0.1 * all) return null;
    return isVietnamese(text, all) ? "vi" : "en";
  }
  const vietnameseText = isVietnamese(text, all);
  if (wanted === "en") return vietnameseText ? "vi" : null;
  return !vietnameseText && count(text, vietnamese) === 0 && all >= 20 ? "en" : null;
}

function isVietnamese(text: string, all: number): boolean {
  return count(text, vietnamese) > 0.08 * all;
}

/** Words that are said twice on purpose. */
const doubled: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(["that", "had", "bye", "very", "no", "ha"]),
  vi: new Set(
    "luôn dần từ thường mãi rất vừa đều ngày người nhà xanh đỏ hay lâu sáng chiều tối đêm ai ha hì dạ vâng nhanh chậm đầu cuối chuyên song ba xa xinh nho".split(
      " ",
    ),
  ),
  ja: new Set(),
};
const repeatedLatin =
  /(?<![\p{L}\p{N}\p{M}])(?<word>[\p{L}\p{M}]{1,40})\s+(?=(?<again>[\p{L}\p{M}]{1,40})(?![\p{L}\p{N}\p{M}]))/gu;
const repeatedParticle = /をを|がが/g;
const written = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** The second of two equal words beside each other, in the places of this text. */
export function repeatedWords(text: string, language: Language): Span[] {
  const found: Span[] = [];
  if (language === "ja") {
    for (const { 0: pair, index } of text.matchAll(repeatedParticle))
      found.push({ start: index + 1, end: index + 2, text: pair.slice(1) });
    let before: { text: string; end: number } | undefined;
    for (const { segment, index, isWordLike } of new Intl.Segmenter("ja", { granularity: "word" }).segment(
      text,
    )) {
      const end = index + segment.length;
      if (
        isWordLike &&
        before?.text === segment &&
        before.end === index &&
        segment.length > 1 &&
        written.test(segment)
      )
        found.push({ start: index, end, text: segment });
      before = { text: segment, end };
    }
    return found.sort((a, b) => a.start - b.start);
  }
  for (const { 0: whole, index, groups = {} } of text.matchAll(repeatedLatin)) {
    const { word = "", again = "" } = groups;
    if (word.toLowerCase() !== again.toLowerCase() || doubled[language].has(word.toLowerCase())) continue;
    const start = index + whole.length;
    found.push({ start, end: start + again.length, text: again });
  }
  return found;
}

/** How much room a character's meaning takes: what Japanese writes with one character takes others about two and a half. */
const weight = (text: string): number => [...text].length + 1.5 * count(text, japanese);

/** Whether two texts differ so much in length that one of them says something else. */
export function lengthsDiffer(one: string, other: string): boolean {
  const [shorter = 0, longer = 0] = [weight(one), weight(other)].sort((a, b) => a - b);
  return longer > 2.5 * shorter + 30;
}
