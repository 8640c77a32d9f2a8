import type { Language, Texts } from "./languages.ts";
import { visitorNumberOf } from "./visitor-name.ts";

// A file of its own, because the chat's first view has these words among its texts.
const words: Texts = { en: "Visitor", vi: "Khách", ja: "ゲスト" };

/** A person's name for a reader of this language. Only people outside who have told no name have different ones. */
export function shownVisitorName(name: string, language: Language): string {
  const number = visitorNumberOf(name);
  return number === undefined ? name : `${words[language]} ${number}`;
}
