import { Lexer, type Token, Tokenizer, type TokenizerObject, type Tokens, type TokensList } from "marked";

/** Quotes and lists may be nested this deep, and so may emphasis and links. Anything deeper is shown as plain text. */
export const maximumMarkdownDepth = 16;
/**
 * The lexer may scan at most this many characters for one message. It scans a text once for each nesting level, and
 * again for each `*` or `_` to find the closing one. A normal message of 10,000 characters takes about 50,000. A
 * message over the limit is shown as plain text.
 */
export const maximumScannedCharactersPerMessage = 200_000;
/**
 * A table with more cells than this is shown as plain text. A short text can make millions of cells, because the
 * library fills each row up to the length of the first row.
 */
export const maximumTableCells = 1_000;

export const plainTextToken = (source: string): Tokens.Text => ({
  type: "text",
  raw: source,
  text: source,
  escaped: false,
});

/**
 * A lexer of the Markdown library with limits on nesting and work. Without the limits, 10,000 `>` would overflow the
 * stack.
 */
export class BoundedLexer extends Lexer {
  nestingDepth = 0;
  scannedCharacters = 0;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    return this.lexNested(source, tokens, () => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    return this.lexNested(source, tokens, () => super.inlineTokens(source, tokens));
  }

  lexNested(source: string, tokens: Token[], readTokens: () => Token[]): Token[] {
    if (this.nestingDepth >= maximumMarkdownDepth || !this.addScannedCharacters(source.length)) {
      if (source !== "") tokens.push(plainTextToken(source));
      return tokens;
    }
    this.nestingDepth++;
    try {
      return readTokens();
    } finally {
      this.nestingDepth--;
    }
  }

  /** Adds to the number of scanned characters. Returns false if the limit is exceeded. */
  addScannedCharacters(characterCount: number): boolean {
    this.scannedCharacters += characterCount;
    return this.scannedCharacters <= maximumScannedCharactersPerMessage;
  }
}

/**
 * Matches a character with which Markdown markup may begin, or the beginning of a web address. All text before the
 * first match is plain text.
 */
const specialCharacters = /[\\<![`*~_@\n]|https?:\/\//g;

/**
 * Runs a rule of the Markdown library. Does nothing if the text does not begin with `opening`, or if the scan limit is
 * reached. A rule that finds no token has scanned the whole text, so the whole text counts towards the limit.
 */
function runRuleWithinLimit<T extends { raw: string }>(
  lexer: Lexer,
  source: string,
  opening: RegExp,
  findToken: () => T | false | undefined,
): T | undefined {
  if (!opening.test(source) || !(lexer instanceof BoundedLexer) || !lexer.addScannedCharacters(0))
    return undefined;
  const token = findToken() || undefined;
  lexer.addScannedCharacters(token ? token.raw.length : source.length);
  return token;
}

/** Replacements for those rules of the Markdown library that could take too long. Passed to `Marked.use`. */
export const boundedMarkdownRules: TokenizerObject = {
  emStrong(source, masked, previous) {
    return runRuleWithinLimit(this.lexer, source, /^[*_]/, () =>
      Tokenizer.prototype.emStrong.call(this, source, masked, previous),
    );
  },
  del(source, masked, previous) {
    return runRuleWithinLimit(this.lexer, source, /^~/, () =>
      Tokenizer.prototype.del.call(this, source, masked, previous),
    );
  },
  link(source) {
    if (!source.includes("](")) return undefined;
    return runRuleWithinLimit(this.lexer, source, /^!?\[/, () => Tokenizer.prototype.link.call(this, source));
  },
  // Replaces the library's rule for plain text. That rule scans the whole text for e-mail addresses, which messages do
  // not turn into links.
  inlineText(source) {
    specialCharacters.lastIndex = /^`+/.exec(source)?.[0].length ?? 1;
    let end = specialCharacters.exec(source)?.index ?? source.length;
    // Exclude the spaces before a line break, because the Markdown rule for line breaks needs them.
    if (source[end] === "\n") while (end > 1 && source[end - 1] === " ") end--;
    const raw = source.slice(0, end);
    return { type: "text", raw, text: raw, escaped: false };
  },
  // Messages cannot define link targets, so a reference such as `[a][b]` stays plain text.
  reflink: () => undefined,
  table(source) {
    const [wholeTable, , delimiterLine = "", rows = ""] = this.rules.block.table.exec(source) ?? [];
    if (wholeTable === undefined) return undefined;
    const cells = delimiterLine.split("|").length * (rows.split("\n").length + 1);
    if (cells <= maximumTableCells) return false;
    const raw = wholeTable.trimEnd();
    // The table has too many cells, so return all of it as plain text. If this rule only refused it, the lexer would
    // try to parse a table from each of its lines.
    return { ...plainTextToken(raw), type: "paragraph", tokens: [plainTextToken(raw)] } as never;
  },
};
