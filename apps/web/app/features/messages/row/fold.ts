import type { Token, Tokens } from "marked";
import { maxFoldedElements } from "./foldable.ts";
import {
  countElements,
  countTokensThatFit,
  elementCountByToken,
  parseMarkdownCached,
  withCache,
} from "./markdown.ts";

/**
 * Returns the first tokens that together have at most `maxElements` elements. A list may be cut after one of its items. A
 * table is never cut.
 */
export function takeFirstTokens(tokens: readonly Token[], maxElements: number): readonly Token[] {
  const [endIndex, remainingElements] = countTokensThatFit(tokens, maxElements);
  const token = tokens[endIndex];
  if (!token) return tokens;
  const tokensThatFit = tokens.slice(0, endIndex);
  const remainingInnerElements = remainingElements - (elementCountByToken[token.type] ?? 1);
  const name = token.type === "list" ? "items" : "tokens";
  const innerTokens = (token as Tokens.Generic)[name];
  return innerTokens && remainingInnerElements > 0
    ? [...tokensThatFit, { ...token, [name]: takeFirstTokens(innerTokens, remainingInnerElements) } as Token]
    : tokensThatFit;
}

/**
 * A folded message shows at most this many characters. Most folded messages show fewer: 24 lines of at most 76 columns.
 */
const maxVisibleLength = 3_000;
/**
 * As long as the beginning of a folded message has too many elements, its length is halved. This stops when the length
 * is below this many characters.
 */
const minVisibleLength = 100;

export interface FoldedTextParts {
  /** The tokens of the visible beginning of a folded message. */
  readonly tokens: readonly Token[];
  /** The Markdown source of the hidden rest. It is parsed when the message is unfolded. */
  readonly restSource: string;
}

/** Splits a long message into the visible beginning and the hidden rest. */
export const splitFoldedText = withCache((content): FoldedTextParts => {
  for (let length = maxVisibleLength; ; length /= 2) {
    const end = findLineEnd(content, length);
    const tokens = parseMarkdownCached(content.slice(0, end));
    if (countElements(tokens) <= maxFoldedElements || length < minVisibleLength)
      return { tokens: takeFirstTokens(tokens, maxFoldedElements), restSource: content.slice(end) };
  }
});

/**
 * Returns the index after the last complete line within the first `length` characters. If that line ends in the first
 * half, returns `length`, because the beginning would be too short.
 */
function findLineEnd(content: string, length: number): number {
  if (content.length <= length) return content.length;
  const end = content.lastIndexOf("\n", length) + 1;
  return end > length / 2 ? end : Math.floor(length);
}
