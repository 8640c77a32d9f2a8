import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import { Marked, type Token, type Tokens } from "marked";
import { BoundedLexer, boundedRules, plainTextToken } from "./bounded-lexer.ts";

export interface MentionToken extends Tokens.Generic {
  type: "mention";
  /** The id of the mentioned person. Null for `@all`. */
  userId: string | null;
  name: string;
}

const mentionPattern =
  /^@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)|^@all(?![\p{L}\p{N}_])/u;
/**
 * CommonMark wants a space beside `**`. Japanese has no spaces between words and punctuation, so this
 * pattern wants none.
 */
const strongPattern = /^\*\*(?=\S)((?:(?!\*\*)[^\n])+?)(?<=\S)\*\*/;
const japaneseCharacterPattern =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;
/** An address ends before the punctuation of its sentence, in any script, and before a bracket that it did not open. */
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
    // Markdown's underlined headings and link definitions are switched off in messages: people type lines and brackets
    // for other reasons.
    lheading: () => undefined,
    def: () => undefined,
    ...boundedRules,
  },
});

/**
 * The most elements of one message. More take the browser over 50 ms. A report of 10,000 characters with headings,
 * lists, code and links has about 1,300.
 */
export const maximumElements = 1_500;

/** How many elements a token renders. For example, a block of code has a frame, a button and its pieces. */
export const elementCounts: Readonly<Record<string, number>> = {
  code: 12,
  codespan: 2,
  link: 2,
  mention: 4,
  list_item: 2,
};

export function countElements(tokens: readonly Token[]): number {
  let count = 0;
  for (const token of tokens) {
    count += elementCounts[token.type] ?? 1;
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
 * The most accents shown on one letter. No language needs more, and a browser takes long to draw thousands
 * of them.
 */
const maxAccents = 8;
export const tooManyAccents = new RegExp(`(\\p{M}{${maxAccents}})\\p{M}+`, "gu");

/** Parses a text without the cache. */
export function parse(content: string): Token[] {
  const text = removeDirectionOverrides(content).replace(tooManyAccents, "$1");
  try {
    return limitElements(new BoundedLexer(messageMarkdown.defaults).lex(text));
  } catch {
    // The parser failed, so show the text as it was written.
    return [plainTextToken(text)];
  }
}

/** Returns how many of the tokens fit into `limit` elements together, and how many elements remain. */
export function countTokensThatFit(tokens: readonly Token[], limit: number): [end: number, left: number] {
  let [endIndex, remainingElements] = [0, limit];
  for (const token of tokens) {
    const count = countElements([token]);
    if (count > remainingElements) break;
    remainingElements -= count;
    endIndex++;
  }
  return [endIndex, remainingElements];
}

/** Keeps the blocks within the element limit and turns the rest into plain text. */
function limitElements(blocks: Token[]): Token[] {
  const [endIndex] = countTokensThatFit(blocks, maximumElements - 1);
  const restSources = blocks.slice(endIndex).map(({ raw }) => raw);
  return restSources.length === 0
    ? blocks
    : [...blocks.slice(0, endIndex), plainTextToken(restSources.join(""))];
}

/** Keeps the results for the texts that were parsed last, so that a row that comes back into view costs less. */
export function withCache<T>(compute: (content: string) => T): (content: string) => T {
  const cache = new Map<string, T>();
  return (content) => {
    const cached = cache.get(content);
    if (cached !== undefined) return cached;
    const computedValue = compute(content);
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? "");
    cache.set(content, computedValue);
    return computedValue;
  };
}
const cacheSize = 500;

/**
 * Parses the text of a message. HTML is shown as plain text. So is everything that is nested too deep, takes too much
 * work or makes too many elements: no message may freeze the page.
 */
export const tokensOf: (content: string) => readonly Token[] = withCache(parse);

const allowedSchemes = new Set(["http:", "https:", "mailto:"]);

/**
 * Returns the address of a link. Null if it is not allowed: scripts, data and the browser's own pages are
 * not.
 */
export function safeAddress(href: string): string | null {
  try {
    const url = new URL(href);
    return allowedSchemes.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
