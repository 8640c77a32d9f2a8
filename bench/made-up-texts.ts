import { type Language, languages } from "@kakehashi/contract/languages";
import type { NewTranslationPairRow } from "../apps/server/src/features/memory/store.ts";
import { toTranslationPairRow as memoryUnit } from "../apps/server/src/features/memory/unit.ts";

// Generates sentences in three languages, for measuring the translation memory. Every run gets the same sentences.

let randomSeed = 20_261_125;
/** Returns a pseudo-random integer from 0 to `upperLimit` - 1 (mulberry32). The sequence is the same in every run. */
export function randomIntegerBelow(upperLimit: number): number {
  randomSeed = (randomSeed + 0x6d2b79f5) | 0;
  let mixedBits = Math.imul(randomSeed ^ (randomSeed >>> 15), randomSeed | 1);
  mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
  return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % upperLimit;
}
export const pickRandom = <T>(list: readonly T[]): T => list[randomIntegerBelow(list.length)] as T;

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

function createRandomWord(language: Language): string {
  if (language === "ja") {
    return randomIntegerBelow(3) === 0
      ? Array.from({ length: 1 + randomIntegerBelow(3) }, () => pickRandom([...hiraganaLetters])).join("")
      : Array.from({ length: 1 + randomIntegerBelow(2) }, () =>
          String.fromCodePoint(0x4e00 + randomIntegerBelow(2_000)),
        ).join("");
  }
  const createRandomSyllable = () => syllableParts[language].map((list) => pickRandom(list)).join("");
  return Array.from({ length: language === "vi" ? 1 : 1 + randomIntegerBelow(3) }, createRandomSyllable).join(
    "",
  );
}

/**
 * 12,000 invented words of each language. As in natural text, the hundredth word is a hundred times rarer than the
 * first.
 */
const wordsByLanguage = Object.fromEntries(
  languages.map((language) => [language, Array.from({ length: 12_000 }, () => createRandomWord(language))]),
) as Record<Language, string[]>;
function pickRandomWord(language: Language): string {
  const list = wordsByLanguage[language];
  const rank = Math.floor(Math.exp((randomIntegerBelow(1_000_000) / 1_000_000) * Math.log(list.length)));
  return list[Math.min(rank, list.length) - 1] ?? "";
}
export const getWordSeparator = (language: Language) => (language === "ja" ? "" : " ");
const getSentenceEndMark = (language: Language) => (language === "ja" ? "。" : ".");

export function createRandomSentence(language: Language): string[] {
  return Array.from({ length: 3 + randomIntegerBelow(16) }, () =>
    randomIntegerBelow(25) === 0 ? String(randomIntegerBelow(1_000)) : pickRandomWord(language),
  );
}
const joinWords = (words: readonly string[], language: Language) =>
  words.join(getWordSeparator(language)) + getSentenceEndMark(language);

/**
 * Returns the text as another person might write it: some words are changed, added or left out, and there are typing
 * errors.
 */
export function changeRandomWords(words: readonly string[], language: Language): string {
  const list = [...words];
  for (let changes = randomIntegerBelow(1 + Math.ceil(words.length / 4)); changes > 0; changes--) {
    const index = randomIntegerBelow(list.length);
    const changeKind = randomIntegerBelow(4);
    if (changeKind === 0) list.splice(index, 1);
    else if (changeKind === 1) list.splice(index, 0, pickRandomWord(language));
    else list[index] = pickRandomWord(language);
  }
  let text = joinWords(list, language);
  for (let typingErrorCount = randomIntegerBelow(4); typingErrorCount > 0; typingErrorCount--) {
    const index = randomIntegerBelow(text.length);
    text =
      text.slice(0, index) +
      (randomIntegerBelow(2) === 0 ? pickRandom([...text]) : "") +
      text.slice(index + 1);
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
  const target = joinWords(createRandomSentence(target_language), target_language);
  return memoryUnit({ from: language, to: target_language, source: text, target, approved: false });
}
