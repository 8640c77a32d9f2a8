import { createRequire } from "node:module";
import type { Language } from "@kakehashi/contract/languages";
import { readLanguage } from "@kakehashi/contract/text-language";
import type { francAll as FrancAll } from "franc-min";

const require = createRequire(import.meta.url);
/**
 * The library is loaded with the first text that needs it, because its trigrams would take 20 ms of every
 * start.
 */
const francAll: typeof FrancAll = (...args) =>
  (require("franc-min") as { francAll: typeof FrancAll }).francAll(...args);

/** If the second language's score is above this share of the first's, the author's language is taken. */
const doubtfulShare = 0.66;

/**
 * Detects a text's language by its letters or words, or else by trigrams. If all are unclear, it is the
 * author's language.
 */
export function detectLanguage(content: string, author: Language): Language {
  // Most messages end here: comparing trigrams costs a tenth of what sending a message costs the server.
  const { language, doubtfulWords } = readLanguage(content);
  if (language !== null) return language;
  if (doubtfulWords === "") return author;
  const [first, second] = francAll(doubtfulWords, { only: ["eng", "vie"], minLength: 3 });
  const latinLanguage: Language = first?.[0] === "vie" ? "vi" : "en";
  return author === "ja" || (second?.[1] ?? 0) < doubtfulShare ? latinLanguage : author;
}
