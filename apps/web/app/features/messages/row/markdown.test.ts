import type { Token } from "marked";
import { describe, expect, it, test } from "vitest";
import { parseMarkdownCached, toSafeAddress } from "./markdown.ts";

/** The types and texts of the tokens, without the library's own fields. */
function simplifyTokens(tokens: readonly Token[] | undefined): unknown {
  return tokens?.flatMap((token): unknown[] => {
    if (token.type === "space") return [];
    const innerTokens = "tokens" in token ? token.tokens : undefined;
    if (token.type === "mention") return [{ mention: token.userId ?? token.name }];
    if (token.type === "list")
      return [{ list: token.items.map((item: { tokens: Token[] }) => simplifyTokens(item.tokens)) }];
    return innerTokens?.length
      ? [{ [token.type]: simplifyTokens(innerTokens) }]
      : [{ [token.type]: "text" in token ? token.text : "" }];
  });
}
const inlineTypes = (content: string) =>
  (simplifyTokens(parseMarkdownCached(content)) as { paragraph: unknown }[])[0]?.paragraph;

describe("the text of a message", () => {
  it("keeps every line break", () => {
    expect(inlineTypes("一行目\n二行目")).toEqual([{ text: "一行目" }, { br: "" }, { text: "二行目" }]);
  });

  it("is bold next to Japanese punctuation without a space", () => {
    expect(inlineTypes("これは**「重要」**です。")).toEqual([
      { text: "これは" },
      { strong: [{ text: "「重要」" }] },
      { text: "です。" },
    ]);
    expect(inlineTypes("a ** b ** c")).toEqual([{ text: "a ** b ** c" }]);
  });

  it("recognises code, and no markup inside it", () => {
    expect(simplifyTokens(parseMarkdownCached("```ts\nconst a = '**b**';\n```"))).toEqual([
      { code: "const a = '**b**';" },
    ]);
    expect(inlineTypes("use `**x**` here")).toEqual([
      { text: "use " },
      { codespan: "**x**" },
      { text: " here" },
    ]);
  });

  it("ends a link before the sentence's punctuation", () => {
    expect(inlineTypes("https://example.com/予約。次")).toEqual([
      { link: [{ text: "https://example.com/予約" }] },
      { text: "。次" },
    ]);
    expect(inlineTypes("(see https://example.com/a).")).toEqual([
      { text: "(see " },
      { link: [{ text: "https://example.com/a" }] },
      { text: ")." },
    ]);
  });

  it("recognises mentions", () => {
    const id = "01a1fccf-8f41-7324-81d0-f288834d6a71";
    expect(inlineTypes(`@[An](${id}) và @all`)).toEqual([
      { mention: id },
      { text: " và " },
      { mention: "all" },
    ]);
    expect(inlineTypes("a@b.example")).toEqual([{ text: "a@b.example" }]);
  });

  it("has lists, quotes and tables", () => {
    expect(simplifyTokens(parseMarkdownCached("- a\n- b"))).toEqual([
      { list: [[{ text: [{ text: "a" }] }], [{ text: [{ text: "b" }] }]] },
    ]);
    expect(simplifyTokens(parseMarkdownCached("> said"))).toEqual([
      { blockquote: [{ paragraph: [{ text: "said" }] }] },
    ]);
    expect(parseMarkdownCached("|a|b|\n|-|-|\n|1|2|")[0]?.type).toBe("table");
  });

  it("does not turn a line under text into a heading", () => {
    expect(parseMarkdownCached("title\n---").map(({ type }) => type)).not.toContain("heading");
  });
});

test.each([
  ["https://example.com/a?b=c", true],
  ["mailto:an@example.com", true],
  ["javascript:alert(1)", false],
  ["JaVaScRiPt:alert(1)", false],
  ["java\tscript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["data:text/html,<script>alert(1)</script>", false],
  ["vbscript:x", false],
  ["file:///etc/passwd", false],
  ["blob:https://example.com/x", false],
  ["//example.com", false],
  ["/relative", false],
])("a link to %s is followed: %s", (href, allowed) => {
  expect(toSafeAddress(href) !== null).toBe(allowed);
});
