import { Marked, type Token, type Tokens } from "marked";
import { calm } from "../../kit/calm.ts";

export interface MentionToken extends Tokens.Generic {
  type: "mention";
  /** Null for `@all`. */
  userId: string | null;
  name: string;
}

const mention =
  /^@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)|^@all(?![\p{L}\p{N}_])/u;
/** Between Japanese words and marks there is no space, where CommonMark wants one beside `**`. */
const strong = /^\*\*(?=\S)((?:(?!\*\*)[^\n])+?)(?<=\S)\*\*/;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;
/** An address ends before the punctuation of its sentence, in any script, and before a bracket it did not open. */
const address = /^https?:\/\/[^\s<>"'`、。，．！？「」『』（）]*[^\s<>"'`、。，．！？「」『』（）.,;:!?)\]]/;

const marked = new Marked({ gfm: true, breaks: true }).use({
  extensions: [
    {
      name: "mention",
      level: "inline",
      start: (source) => {
        const at = source.indexOf("@");
        return at < 0 ? undefined : at;
      },
      tokenizer(source) {
        const found = mention.exec(source);
        if (!found) return undefined;
        const [raw, name = "all", userId = null] = found;
        return { type: "mention", raw, name, userId } satisfies MentionToken;
      },
    },
    {
      name: "strong",
      level: "inline",
      start: (source) => {
        const at = source.indexOf("**");
        return at < 0 ? undefined : at;
      },
      tokenizer(source) {
        const found = strong.exec(source);
        if (!found || !japanese.test(found[0])) return undefined;
        const [raw, text = ""] = found;
        return { type: "strong", raw, text, tokens: this.lexer.inlineTokens(text) };
      },
    },
  ],
  tokenizer: {
    url(source) {
      const found = address.exec(source);
      if (!found) return undefined;
      const [raw] = found;
      return {
        type: "link",
        raw,
        text: raw,
        href: raw,
        title: null,
        tokens: [{ type: "text", raw, text: raw, escaped: false }],
      };
    },
    // A message has no headings by underlining and no reference definitions: people draw lines and write brackets.
    lheading: () => undefined,
    def: () => undefined,
  },
});

const kept = 500;
const read = new Map<string, Token[]>();

/** A message's words, taken apart. Nothing in it is HTML: tags stand there as they were written. */
export function tokensOf(content: string): readonly Token[] {
  const known = read.get(content);
  if (known) return known;
  const tokens = marked.lexer(content);
  if (read.size >= kept) read.delete(read.keys().next().value ?? "");
  read.set(content, tokens);
  return tokens;
}

/** One of everything that a message may hold. */
const everything = `> *a* **b** ~~c~~ \`d\` \\*

1. [e](https://e.example) https://f.example @all
2. g
   - [ ] h

# i

| j | k |
|---|---|
| l | m |

\`\`\`ts
n
\`\`\`
---
<b>o</b>
`;

/**
 * Has the grammar's rules compiled before somebody scrolls to a message that needs one. A browser compiles a rule when it
 * is first used and again when it is used a second time, and both apart for texts of Latin letters and for all others:
 * the first message in Vietnamese took 17 ms at full speed. Each time once the reader rests.
 */
export async function prepareMarkdown(): Promise<void> {
  for (const letters of ["", "**「あ」**い", "", "**「あ」**い"]) {
    await calm();
    marked.lexer(`${everything}${letters}`);
  }
}

const schemes = new Set(["http:", "https:", "mailto:"]);

/** Where a link leads, or null where it must not: no script, no data, nothing of the browser's own. */
export function safeAddress(href: string): string | null {
  try {
    const url = new URL(href);
    return schemes.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
