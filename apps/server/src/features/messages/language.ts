import { createRequire } from "node:module";
import type { Language } from "@kakehashi/contract/languages";
import { readLanguage } from "@kakehashi/contract/text-language";
import type { francAll as FrancAll } from "franc-min";

const require = createRequire(import.meta.url);
/**
 * The language detection library is loaded with the first text that needs it, because its trigrams would add
 * 20 ms to every start.
 */
const loadAndDetectLanguages: typeof FrancAll = (...args) =>
  (require("franc-min") as { francAll: typeof FrancAll }).francAll(...args);

/**
 * If the second most likely language reaches this share of the first language's score, the detection is too uncertain.
 * The author's language is used instead.
 */
const doubtfulScoreShare = 0.66;

/**
 * Detects a text's language by its letters or words, or else by trigrams. If all are unclear, uses the
 * author's language.
 */
export function detectLanguage(content: string, authorLanguage: Language): Language {
  // Most languages are detected by letters or words alone. Comparing trigrams for every message would take a tenth of
  // the time of the whole send.
  const { language, wordsForTrigrams } = readLanguage(content);
  if (language !== null) return language;
  if (wordsForTrigrams === "") return authorLanguage;
  const [first, second] = loadAndDetectLanguages(wordsForTrigrams, { only: ["eng", "vie"], minLength: 3 });
  const latinLanguage: Language = first?.[0] === "vie" ? "vi" : "en";
  return authorLanguage === "ja" || (second?.[1] ?? 0) < doubtfulScoreShare ? latinLanguage : authorLanguage;
}
