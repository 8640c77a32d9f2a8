import { type Language, languages } from "@kakehashi/contract/languages";
import type { NewTranslationPairRow } from "../apps/server/src/features/memory/store.ts";
import { toTranslationPairRow as memoryUnit } from "../apps/server/src/features/memory/unit.ts";

// Generates sentences in three languages, for measuring the translation memory. Every run gets the same sentences.

let randomSeed = 20_261_125;
/** Returns a pseudo-random integer from 0 to `below` - 1 (mulberry32). The sequence is the same in every run. */
export function randomBelow(below: number): number {
  randomSeed = (randomSeed + 0x6d2b79f5) | 0;
  let mixedBits = Math.imul(randomSeed ^ (randomSeed >>> 15), randomSeed | 1);
  mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
  return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % below;
}
export const pickRandom = <T>(list: readonly T[]): T => list[randomBelow(list.length)] as T;

const syllableParts = {
  en: [
    "b c d f g l m n p r s t st pr tr".split(" "),
    "a e i o u ea ou".split(" "),
    ["", "n", "r", "s", "t", "ng"],
  ],
  vi: [
    "b c ch d đ g h kh l m n nh ph s t th tr v".split(" "),
    "a á à ả ạ ê ế ơ ô ộ ư ứ i í o u".split(" "),
    ["", "n", "ng", "t", "c", "i"],
  ],
} as const;
const hiraganaLetters = "あいうえおかきくけこさしすせそたちつてとなにぬねのまみむめもらりるれろわをん";

function randomWord(language: Language): string {
  if (language === "ja") {
    return randomBelow(3) === 0
      ? Array.from({ length: 1 + randomBelow(3) }, () => pickRandom([...hiraganaLetters])).join("")
      : Array.from({ length: 1 + randomBelow(2) }, () =>
          String.fromCodePoint(0x4e00 + randomBelow(2_000)),
        ).join("");
  }
  const randomSyllable = () => syllableParts[language].map((list) => pickRandom(list)).join("");
  return Array.from({ length: language === "vi" ? 1 : 1 + randomBelow(3) }, randomSyllable).join("");
}

/**
 * 12,000 invented words of each language. As in natural text, the hundredth word is a hundred times rarer than the
 * first.
 */
const wordsByLanguage = Object.fromEntries(
  languages.map((language) => [language, Array.from({ length: 12_000 }, () => randomWord(language))]),
) as Record<Language, string[]>;
function randomPhrase(language: Language): string {
  const list = wordsByLanguage[language];
  const rank = Math.floor(Math.exp((randomBelow(1_000_000) / 1_000_000) * Math.log(list.length)));
  return list[Math.min(rank, list.length) - 1] ?? "";
}
export const wordSeparator = (language: Language) => (language === "ja" ? "" : " ");
const sentenceEndMark = (language: Language) => (language === "ja" ? "。" : ".");

export function randomSentence(language: Language): string[] {
  return Array.from({ length: 3 + randomBelow(16) }, () =>
    randomBelow(25) === 0 ? String(randomBelow(1_000)) : randomPhrase(language),
  );
}
const joinWords = (words: readonly string[], language: Language) =>
  words.join(wordSeparator(language)) + sentenceEndMark(language);

/**
 * Returns the text as another person might write it: some words are changed, added or left out, and there are typing
 * errors.
 */
export function changeRandomWords(words: readonly string[], language: Language): string {
  const list = [...words];
  for (let changes = randomBelow(1 + Math.ceil(words.length / 4)); changes > 0; changes--) {
    const index = randomBelow(list.length);
    const kind = randomBelow(4);
    if (kind === 0) list.splice(index, 1);
    else if (kind === 1) list.splice(index, 0, randomPhrase(language));
    else list[index] = randomPhrase(language);
  }
  let text = joinWords(list, language);
  for (let typingErrorCount = randomBelow(4); typingErrorCount > 0; typingErrorCount--) {
    const index = randomBelow(text.length);
    text = text.slice(0, index) + (randomBelow(2) === 0 ? pickRandom([...text]) : "") + text.slice(index + 1);
  }
  return text;
}

export interface MadeUpSentence {
  language: Language;
  words: string[];
}

export function createTranslationPair(
  { language, words }: MadeUpSentence,
  text = joinWords(words, language),
): NewTranslationPairRow {
  const target_language = pickRandom(languages.filter((target) => target !== language));
  const target = joinWords(randomSentence(target_language), target_language);
  return memoryUnit({ from: language, to: target_language, source: text, target, approved: false });
}
