import { Lexer, type Token, Tokenizer, type TokenizerObject, type Tokens, type TokensList } from "marked";

/** Quotes and lists inside each other, and emphasis and links inside each other: deeper ones are shown as written. */
export const maximumDepth = 16;
/**
 * Characters that one message may make the lexer go through: each level of nesting goes through its text, each `*` or `_`
 * as far as it looks for its other end. Ten thousand characters of ordinary text take about 50,000. What is left when they
 * are used up is shown as written.
 */
export const maximumWork = 200_000;
/** Cells of a table. A short text can ask for millions: the library fills every row up to the width of the first. */
export const maximumCells = 1_000;

/** Text without any marks. */
export const asWritten = (source: string): Tokens.Text => ({
  type: "text",
  raw: source,
  text: source,
  escaped: false,
});

/** Bounds the depth of nesting and the work. Without it 10,000 `>` overflow the stack. */
export class BoundedLexer extends Lexer {
  #depth = 0;
  #work = 0;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    return this.#nest(source, tokens, () => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    return this.#nest(source, tokens, () => super.inlineTokens(source, tokens));
  }

  #nest(source: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.#depth >= maximumDepth || !this.spend(source.length)) {
      if (source !== "") tokens.push(asWritten(source));
      return tokens;
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** Whether there is work left to do this. */
  spend(characters: number): boolean {
    this.#work += characters;
    return this.#work <= maximumWork;
  }
}

/** Where something other than text may begin. */
const special = /[\\<![`*~_@\n]|https?:\/\//g;

/**
 * What a rule of the library makes of this text, while there is work left. `find` is not asked where the text does not begin
 * with `opening`. Where it finds nothing, it has looked as far as the text goes.
 */
function bounded<T extends { raw: string }>(
  lexer: Lexer,
  source: string,
  opening: RegExp,
  find: () => T | false | undefined,
): T | undefined {
  if (!opening.test(source) || !(lexer instanceof BoundedLexer) || !lexer.spend(0)) return undefined;
  const token = find() || undefined;
  lexer.spend(token ? token.raw.length : source.length);
  return token;
}

/** For `Marked.use`: what the library's own rules would do without a bound. */
export const boundedRules: TokenizerObject = {
  emStrong(source, masked, previous) {
    return bounded(this.lexer, source, /^[*_]/, () =>
      Tokenizer.prototype.emStrong.call(this, source, masked, previous),
    );
  },
  del(source, masked, previous) {
    return bounded(this.lexer, source, /^~/, () =>
      Tokenizer.prototype.del.call(this, source, masked, previous),
    );
  },
  link(source) {
    if (!source.includes("](")) return undefined;
    return bounded(this.lexer, source, /^!?\[/, () => Tokenizer.prototype.link.call(this, source));
  },
  // Its own rule looks through the rest of the text for an address of mail, which is no link here.
  inlineText(source) {
    special.lastIndex = /^`+/.exec(source)?.[0].length ?? 1;
    let end = special.exec(source)?.index ?? source.length;
    // Spaces before a line's end belong to the break.
    if (source[end] === "\n") while (end > 1 && source[end - 1] === " ") end--;
    const raw = source.slice(0, end);
    return { type: "text", raw, text: raw, escaped: false };
  },
  // Nothing can be referred to: a message has no definitions.
  reflink: () => undefined,
  table(source) {
    const [whole, , line = "", rows = ""] = this.rules.block.table.exec(source) ?? [];
    if (whole === undefined) return undefined;
    const cells = line.split("|").length * (rows.split("\n").length + 1);
    if (cells <= maximumCells) return false;
    const raw = whole.trimEnd();
    // All of it at once: line by line, each would be looked at as the beginning of another table.
    return { ...asWritten(raw), type: "paragraph", tokens: [asWritten(raw)] } as never;
  },
};
