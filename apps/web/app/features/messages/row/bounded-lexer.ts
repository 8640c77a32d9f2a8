import { Lexer, type Token, Tokenizer, type TokenizerObject, type Tokens, type TokensList } from "marked";

/**
 * The deepest nesting of quotes and lists, and the deepest nesting of emphasis and links. Anything deeper is plain
 * text.
 */
export const maximumDepth = 16;
/**
 * The most characters that the lexer may scan for one message. It scans a text again for each nesting level, and for
 * each `*` or `_` to find the closing one. Ten thousand characters of ordinary text need about 50,000. A text over the
 * limit is shown as plain text.
 */
export const maximumScannedCharacters = 200_000;
/**
 * The most cells of a table. A short text can make a table with millions of cells, because the library gives each row
 * as many cells as the first row has.
 */
export const maximumTableCells = 1_000;

/** A token of plain text. */
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
    if (this.nestingDepth >= maximumDepth || !this.countScanned(source.length)) {
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

  /** Adds the characters to the number of scanned characters. Returns false if that number exceeds the limit. */
  countScanned(characters: number): boolean {
    this.scannedCharacters += characters;
    return this.scannedCharacters <= maximumScannedCharacters;
  }
}

/** Matches characters where something other than plain text may begin. */
const specialCharacters = /[\\<![`*~_@\n]|https?:\/\//g;

/**
 * Runs a rule of the library, unless the lexer has reached its limit of scanned characters. `findToken` runs only if
 * the text begins with `opening`. If the rule finds nothing, the whole text counts as scanned.
 */
function runRuleWithinLimit<T extends { raw: string }>(
  lexer: Lexer,
  source: string,
  opening: RegExp,
  findToken: () => T | false | undefined,
): T | undefined {
  if (!opening.test(source) || !(lexer instanceof BoundedLexer) || !lexer.countScanned(0)) return undefined;
  const token = findToken() || undefined;
  lexer.countScanned(token ? token.raw.length : source.length);
  return token;
}

/** Rules for `Marked.use` that replace rules of the library that could take too long. */
export const boundedRules: TokenizerObject = {
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
  // Replaces the library's rule for plain text, which would scan the whole text for e-mail addresses. Messages do not
  // turn these into links.
  inlineText(source) {
    specialCharacters.lastIndex = /^`+/.exec(source)?.[0].length ?? 1;
    let end = specialCharacters.exec(source)?.index ?? source.length;
    // The Markdown rule for line breaks needs the spaces before the end of a line, so leave them out of this text.
    if (source[end] === "\n") while (end > 1 && source[end - 1] === " ") end--;
    const raw = source.slice(0, end);
    return { type: "text", raw, text: raw, escaped: false };
  },
  // Messages have no link definitions, so a link that refers to a definition stays plain text.
  reflink: () => undefined,
  table(source) {
    const [wholeTable, , delimiterLine = "", rows = ""] = this.rules.block.table.exec(source) ?? [];
    if (wholeTable === undefined) return undefined;
    const cells = delimiterLine.split("|").length * (rows.split("\n").length + 1);
    if (cells <= maximumTableCells) return false;
    const raw = wholeTable.trimEnd();
    // Return the whole table as plain text at once. Otherwise the lexer would try each of its lines as the start of
    // another table.
    return { ...plainTextToken(raw), type: "paragraph", tokens: [plainTextToken(raw)] } as never;
  },
};
