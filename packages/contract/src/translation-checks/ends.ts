import type { TextSpan } from "./protected.ts";

/** The kind of punctuation that a text ends with. `none`: the text ends with a word. */
type EndPunctuation =
  | "stop"
  | "question"
  | "exclamation"
  | "colon"
  | "semicolon"
  | "comma"
  | "ellipsis"
  | "none";

const endingBySign: Readonly<Record<string, EndPunctuation>> = {
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
 * Matches characters that may follow the last punctuation mark of a text: closing quotes and brackets, Markdown
 * characters and emoji.
 */
const trailingMarksPattern =
  /^(?:[\s"'”’»)\]}）」』】〉》*_~\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u200d|\ufe0f)$/u;
/** A polite question in Japanese ends in か and needs no question mark. */
const japaneseQuestionPattern = /か[。｡．.]?$/;

/** Returns how a text ends and the position of its last punctuation mark. Reads only the end of the text. */
export function findEndPunctuation(text: string): TextSpan & { kind: EndPunctuation } {
  let end = text.length;
  while (end > 0) {
    const codeUnit = text.charCodeAt(end - 1);
    const size = codeUnit >= 0xdc00 && codeUnit <= 0xdfff && end > 1 ? 2 : 1;
    if (!trailingMarksPattern.test(text.slice(end - size, end))) break;
    end -= size;
  }
  const sign = text.charAt(end - 1);
  if (japaneseQuestionPattern.test(text.slice(Math.max(0, end - 3), end)))
    return createEndPunctuation(text, end - 1, end, "question");
  if (sign === "." && text.charAt(end - 2) === ".")
    return createEndPunctuation(text, Math.max(0, end - 3), end, "ellipsis");
  const kind = endingBySign[sign];
  return kind
    ? createEndPunctuation(text, end - 1, end, kind)
    : createEndPunctuation(text, Math.max(0, end - 1), end, "none");
}

function createEndPunctuation(
  text: string,
  start: number,
  end: number,
  kind: EndPunctuation,
): TextSpan & { kind: EndPunctuation } {
  return { start, end, text: text.slice(start, end), kind };
}

/**
 * Whether readers would notice that two texts end with different punctuation. An additional full stop at the end of the
 * translation does not count.
 */
export function isEndPunctuationDifferent(original: EndPunctuation, translation: EndPunctuation): boolean {
  if (original === translation) return false;
  return !(original === "none" && translation === "stop");
}
