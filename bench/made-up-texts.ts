import { type Language, languages } from "@kakehashi/contract/languages";
import type { NewUnit } from "../apps/server/src/features/memory/store.ts";
import { unitOf as memoryUnit } from "../apps/server/src/features/memory/unit.ts";

// Made-up sentences in three languages, for measuring the translation memory. They are the same in every run.

let seed = 20_261_125;
/** Returns the same numbers in every run (mulberry32). */
export function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
export const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const parts = {
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
const kana = "あいうえおかきくけこさしすせそたちつてとなにぬねのまみむめもらりるれろわをん";

function randomWord(language: Language): string {
  if (language === "ja") {
    return random(3) === 0
      ? Array.from({ length: 1 + random(3) }, () => pick([...kana])).join("")
      : Array.from({ length: 1 + random(2) }, () => String.fromCodePoint(0x4e00 + random(2_000))).join("");
  }
  const syllable = () => parts[language].map((list) => pick(list)).join("");
  return Array.from({ length: language === "vi" ? 1 : 1 + random(3) }, syllable).join("");
}

/** 12,000 words of each language. The hundredth word is a hundred times rarer than the first, as in natural text. */
const vocabulary = Object.fromEntries(
  languages.map((language) => [language, Array.from({ length: 12_000 }, () => randomWord(language))]),
) as Record<Language, string[]>;
function randomPhrase(language: Language): string {
  const list = vocabulary[language];
  const rank = Math.floor(Math.exp((random(1_000_000) / 1_000_000) * Math.log(list.length)));
  return list[Math.min(rank, list.length) - 1] ?? "";
}
export const space = (language: Language) => (language === "ja" ? "" : " ");
const sentenceEnd = (language: Language) => (language === "ja" ? "。" : ".");

export function sentence(language: Language): string[] {
  return Array.from({ length: 3 + random(16) }, () =>
    random(25) === 0 ? String(random(1_000)) : randomPhrase(language),
  );
}
const joinWords = (words: readonly string[], language: Language) =>
  words.join(space(language)) + sentenceEnd(language);

/**
 * The text as another person would write it: some words are different, added or left out, and there are typing errors.
 */
export function changed(words: readonly string[], language: Language): string {
  const list = [...words];
  for (let changes = random(1 + Math.ceil(words.length / 4)); changes > 0; changes--) {
    const at = random(list.length);
    const kind = random(4);
    if (kind === 0) list.splice(at, 1);
    else if (kind === 1) list.splice(at, 0, randomPhrase(language));
    else list[at] = randomPhrase(language);
  }
  let text = joinWords(list, language);
  for (let slipCount = random(4); slipCount > 0; slipCount--) {
    const at = random(text.length);
    text = text.slice(0, at) + (random(2) === 0 ? pick([...text]) : "") + text.slice(at + 1);
  }
  return text;
}

export interface Said {
  language: Language;
  words: string[];
}

export function unitOf({ language, words }: Said, text = joinWords(words, language)): NewUnit {
  const target_language = pick(languages.filter((other) => other !== language));
  const target = joinWords(sentence(target_language), target_language);
  return memoryUnit({ from: language, to: target_language, source: text, target, approved: false });
}
