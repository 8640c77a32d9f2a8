import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import { Marked, type Token, type Tokens } from "marked";
import { BoundedLexer, boundedMarkdownRules, plainTextToken } from "./bounded-lexer.ts";

export interface MentionToken extends Tokens.Generic {
  type: "mention";
  /** The id of the mentioned person. Null for `@all`. */
  userId: string | null;
  name: string;
}

const mentionPattern =
  /^@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)|^@all(?![\p{L}\p{N}_])/u;
/**
 * Matches bold text. CommonMark allows `**` only at the border of a word, but Japanese has no spaces between words, so
 * this pattern allows it anywhere.
 */
const strongPattern = /^\*\*(?=\S)((?:(?!\*\*)[^\n])+?)(?<=\S)\*\*/;
const japaneseCharacterPattern =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;
/**
 * Matches a web address in a message. Punctuation and a closing bracket at its end belong to the sentence and not to
 * the address.
 */
const addressPattern =
  /^https?:\/\/[^\s<>"'`、。，．！？「」『』（）]*[^\s<>"'`、。，．！？「」『』（）.,;:!?)\]]/;

const messageMarkdown = new Marked({ gfm: true, breaks: true }).use({
  extensions: [
    {
      name: "mention",
      level: "inline",
      tokenizer(source) {
        const match = mentionPattern.exec(source);
        if (!match) return undefined;
        const [raw, name = "all", userId = null] = match;
        return { type: "mention", raw, name, userId } satisfies MentionToken;
      },
    },
    {
      name: "strong",
      level: "inline",
      tokenizer(source) {
        const match = strongPattern.exec(source);
        if (!match || !japaneseCharacterPattern.test(match[0])) return undefined;
        const [raw, text = ""] = match;
        return { type: "strong", raw, text, tokens: this.lexer.inlineTokens(text) };
      },
    },
  ],
  tokenizer: {
    url(source) {
      const match = addressPattern.exec(source);
      if (!match) return undefined;
      const [raw] = match;
      return {
        type: "link",
        raw,
        text: raw,
        href: raw,
        title: null,
        tokens: [{ type: "text", raw, text: raw, escaped: false }],
      };
    },
    // Markdown's underlined headings and link definitions are disabled in messages, because people type such lines and
    // brackets with other meanings.
    lheading: () => undefined,
    def: () => undefined,
    ...boundedMarkdownRules,
  },
});

/**
 * A message is drawn with at most this many HTML elements, because drawing more takes the browser over 50 ms. For
 * comparison: a message of 10,000 characters with headings, lists, code and links has about 1,300.
 */
export const maximumElementsPerMessage = 1_500;

/**
 * How many HTML elements a token renders. For example, a block of code has a frame, a button and the coloured pieces.
 */
export const elementCountByToken: Readonly<Record<string, number>> = {
  code: 12,
  codespan: 2,
  link: 2,
  mention: 4,
  list_item: 2,
};

export function countElements(tokens: readonly Token[]): number {
  let count = 0;
  for (const token of tokens) {
    count += elementCountByToken[token.type] ?? 1;
    if (token.type === "list") count += countElements((token as Tokens.List).items);
    else if (token.type === "table") {
      const { header, rows } = token as Tokens.Table;
      for (const { tokens: cellTokens } of [...header, ...rows.flat()])
        count += 1 + countElements(cellTokens);
    } else if ("tokens" in token && token.tokens) count += countElements(token.tokens);
  }
  return count;
}

/**
 * At most this many accents are shown on one letter. No language needs more, and browsers are slow to draw thousands of
 * them.
 */
const maxAccentsPerLetter = 8;
export const excessAccentsPattern = new RegExp(`(\\p{M}{${maxAccentsPerLetter}})\\p{M}+`, "gu");

/** Parses the Markdown of a text. `parseMarkdownCached` does the same with a cache. */
export function parseMarkdown(content: string): Token[] {
  const text = removeDirectionOverrides(content).replace(excessAccentsPattern, "$1");
  try {
    return limitElements(new BoundedLexer(messageMarkdown.defaults).lex(text));
  } catch {
    // If the parser has failed, show the text as it was written.
    return [plainTextToken(text)];
  }
}

/** Returns how many of the first tokens fit into `maxElements` elements, and how many elements are left. */
export function countTokensThatFit(
  tokens: readonly Token[],
  maxElements: number,
): [end: number, left: number] {
  let [endIndex, remainingElements] = [0, maxElements];
  for (const token of tokens) {
    const count = countElements([token]);
    if (count > remainingElements) break;
    remainingElements -= count;
    endIndex++;
  }
  return [endIndex, remainingElements];
}

/** Keeps the first blocks that fit into the element limit. Turns all later blocks into plain text. */
function limitElements(blocks: Token[]): Token[] {
  const [endIndex] = countTokensThatFit(blocks, maximumElementsPerMessage - 1);
  const restSources = blocks.slice(endIndex).map(({ raw }) => raw);
  return restSources.length === 0
    ? blocks
    : [...blocks.slice(0, endIndex), plainTextToken(restSources.join(""))];
}

/**
 * Returns a function that caches the results of `compute` for the latest texts. So a row that is scrolled back into
 * view renders faster.
 */
export function withCache<T>(compute: (content: string) => T): (content: string) => T {
  const cache = new Map<string, T>();
  return (content) => {
    const cachedResult = cache.get(content);
    if (cachedResult !== undefined) return cachedResult;
    const computedValue = compute(content);
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? "");
    cache.set(content, computedValue);
    return computedValue;
  };
}
const cacheSize = 500;

/**
 * Parses the text of a message. HTML is shown as plain text. Text that is nested too deep, takes too much work or makes
 * too many elements is also shown as plain text, so that no message freezes the page.
 */
export const parseMarkdownCached: (content: string) => readonly Token[] = withCache(parseMarkdown);

const allowedSchemes = new Set(["http:", "https:", "mailto:"]);

/**
 * Returns the address of a link. Null for a forbidden address: a script, `data:`, or an internal page of the browser.
 */
export function toSafeAddress(href: string): string | null {
  try {
    const url = new URL(href);
    return allowedSchemes.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
