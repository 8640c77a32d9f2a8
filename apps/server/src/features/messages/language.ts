import { createRequire } from "node:module";
import type { Language } from "@kakehashi/contract/languages";
import { detectLanguageByWords } from "@kakehashi/contract/text-language";
import type { francAll as FrancAll } from "franc-min";

const require = createRequire(import.meta.url);
/**
 * Loads the language detection library with the first text that needs it. The library would make every start of the
 * server 20 ms slower.
 */
const loadAndDetectLanguages: typeof FrancAll = (...args) =>
  (require("franc-min") as { francAll: typeof FrancAll }).francAll(...args);

/**
 * If the score of the second most likely language reaches this share of the highest score, the result is too uncertain.
 * Then the author's language is used, unless it is Japanese: the text is not in Japanese letters.
 */
const doubtfulScoreShare = 0.66;

/**
 * Detects the language of a text by its letters or words, otherwise by trigrams. If the result is uncertain, returns
 * the author's language.
 */
export function detectLanguage(content: string, authorLanguage: Language): Language {
  // The letters or words decide for most texts. Comparing trigrams (sequences of three letters) for each message would
  // take a tenth of the time that sending a message takes.
  const { language, textForTrigrams } = detectLanguageByWords(content);
  if (language !== null) return language;
  if (textForTrigrams === "") return authorLanguage;
  const [firstGuess, secondGuess] = loadAndDetectLanguages(textForTrigrams, {
    only: ["eng", "vie"],
    minLength: 3,
  });
  const latinLanguage: Language = firstGuess?.[0] === "vie" ? "vi" : "en";
  return authorLanguage === "ja" || (secondGuess?.[1] ?? 0) < doubtfulScoreShare
    ? latinLanguage
    : authorLanguage;
}
