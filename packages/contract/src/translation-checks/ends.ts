import type { Span } from "./protected.ts";

/** The kind of punctuation that a text ends with. `none`: the text ends with a word. */
type Ending = "stop" | "question" | "exclamation" | "colon" | "semicolon" | "comma" | "ellipsis" | "none";

const endingBySign: Readonly<Record<string, Ending>> = {
  ".": "stop",
  "。": "stop",
  "．": "stop",
  "｡": "stop",
  "?": "question",
  "？": "question",
  "!": "exclamation",
  "！": "exclamation",
  ":": "colon",
  "：": "colon",
  ";": "semicolon",
  "；": "semicolon",
  ",": "comma",
  "、": "comma",
  "，": "comma",
  "､": "comma",
  "…": "ellipsis",
};
/**
 * Characters that may follow the last punctuation mark: closing quotes and brackets, Markdown signs and
 * emoji.
 */
const trailingMarks =
  /^(?:[\s"'”’»)\]}）」』】〉》*_~\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u200d|\ufe0f)$/u;
/** A polite Japanese question ends in か and needs no question mark. */
const japaneseQuestion = /か[。｡．.]?$/;

/** Returns how a text ends and where its last punctuation mark is. Reads only the end of the text. */
export function endingOf(text: string): Span & { kind: Ending } {
  let end = text.length;
  while (end > 0) {
    const codeUnit = text.charCodeAt(end - 1);
    const size = codeUnit >= 0xdc00 && codeUnit <= 0xdfff && end > 1 ? 2 : 1;
    if (!trailingMarks.test(text.slice(end - size, end))) break;
    end -= size;
  }
  const sign = text.charAt(end - 1);
  if (japaneseQuestion.test(text.slice(Math.max(0, end - 3), end)))
    return endingAt(text, end - 1, end, "question");
  if (sign === "." && text.charAt(end - 2) === ".")
    return endingAt(text, Math.max(0, end - 3), end, "ellipsis");
  const kind = endingBySign[sign];
  return kind ? endingAt(text, end - 1, end, kind) : endingAt(text, Math.max(0, end - 1), end, "none");
}

function endingAt(text: string, start: number, end: number, kind: Ending): Span & { kind: Ending } {
  return { start, end, text: text.slice(start, end), kind };
}

/**
 * Whether the difference between the final punctuation of two texts matters to readers. A full stop that only
 * the translation has does not.
 */
export function endingsDiffer(original: Ending, translation: Ending): boolean {
  if (original === translation) return false;
  return !(original === "none" && translation === "stop");
}
