import { Lexer, type Token, Tokenizer, type TokenizerObject, type Tokens, type TokensList } from "marked";

/** The deepest nesting of quotes and lists, and of emphasis and links. Deeper text is shown as plain text. */
export const maximumDepth = 16;
/**
 * The most characters that the lexer may scan for one message. Each nesting level scans its text, and each `*` or `_`
 * scans for its other end. Ten thousand characters of ordinary text take about 50,000. The rest is shown as plain text.
 */
export const maximumWork = 200_000;
/**
 * The most cells of a table. A short text can ask for millions, because the library fills each row to the width of the
 * first.
 */
export const maximumCells = 1_000;

/** A token of plain text. */
export const plainTextToken = (source: string): Tokens.Text => ({
  type: "text",
  raw: source,
  text: source,
  escaped: false,
});

/** A lexer with limits on nesting and work. Without them, 10,000 `>` overflow the stack. */
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
    return this.scannedCharacters <= maximumWork;
  }
}

/** Matches characters where something other than plain text may begin. */
const specialCharacters = /[\\<![`*~_@\n]|https?:\/\//g;

/**
 * Runs a rule of the library within the work limit. `findToken` runs only if the text begins with `opening`. If the
 * rule finds nothing, it has scanned the whole text, so the whole text counts as scanned.
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

/** Rules for `Marked.use` that replace the library's unlimited ones. */
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
  // The library's rule for links would scan the whole text for e-mail addresses, which are not links in messages.
  inlineText(source) {
    specialCharacters.lastIndex = /^`+/.exec(source)?.[0].length ?? 1;
    let end = specialCharacters.exec(source)?.index ?? source.length;
    // Spaces before the end of a line belong to the line break.
    if (source[end] === "\n") while (end > 1 && source[end - 1] === " ") end--;
    const raw = source.slice(0, end);
    return { type: "text", raw, text: raw, escaped: false };
  },
  // A message cannot contain link definitions, so links that refer to a definition cannot work.
  reflink: () => undefined,
  table(source) {
    const [wholeTable, , delimiterLine = "", rows = ""] = this.rules.block.table.exec(source) ?? [];
    if (wholeTable === undefined) return undefined;
    const cells = delimiterLine.split("|").length * (rows.split("\n").length + 1);
    if (cells <= maximumCells) return false;
    const raw = wholeTable.trimEnd();
    // Return the whole table as plain text at once. Otherwise the lexer would try each of its lines as the start of
    // another table.
    return { ...plainTextToken(raw), type: "paragraph", tokens: [plainTextToken(raw)] } as never;
  },
};
