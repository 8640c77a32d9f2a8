import { expect, test } from "vitest";
import { computeReadingMinutes, parsePostSource, renderBody, toHeadingId } from "./source.ts";

const renderHtml = (markdown: string) => renderBody(markdown).html;

test.each([
  "<script>alert(1)</script>",
  "<iframe src=//evil.example></iframe>",
  '<img src=x onerror="alert(1)">',
  "<svg/onload=alert(1)>",
  "a <b onclick=alert(1)>b</b>",
  "</p><style>*{display:none}</style>",
])("HTML is shown, not run: %s", (markdown) => {
  expect(renderHtml(markdown)).not.toMatch(/<(?!\/?(?:p|a)\b)/);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](vbscript:msgbox)",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml;base64,AAAA)",
  "<javascript:alert(1)>",
  "[x]: javascript:alert(1)\n\n[x]",
])("a link leads to no script: %s", (markdown) => {
  expect(renderHtml(markdown)).not.toMatch(/(?:href|src)="[^"]*(?:script|data):/i);
});

test("quotes are curly in words and straight in code, and nothing else is replaced", () => {
  const { html } = renderBody('It\'s "so" (c) ... --, `say("so")`');
  expect(html).toBe("<p>It\u2019s \u201cso\u201d (c) ... --, <code>say(&quot;so&quot;)</code></p>\n");
});

test("quotes in a link or a title cannot leave their attribute", () => {
  expect(renderHtml('[x](https://a.example/"onmouseover="alert(1))')).not.toMatch(/<a[^>]* onmouseover/);
  expect(renderHtml('[x](https://a.example "a\\" onmouseover=\\"alert(1)")')).not.toMatch(
    /<a[^>]* onmouseover="/,
  );
});

test("a body's first level is the page's second, and headings can be linked to", () => {
  const { html, headings } = renderBody("# Đồng hồ\n\n## Đồng hồ\n\n### Ba\n\n## 明細\n");
  expect(headings.map(({ id }) => id)).toEqual(["dong-ho", "dong-ho-2", "section"]);
  expect(html).not.toContain("<h1");
  expect(html).toContain('<h3 id="ba">');
});

test("front matter is complete or the source is refused", () => {
  const source = '---\ntitle: "A: title"\r\nsummary: S\ntopic: T\n---\n\nBody';
  expect(parsePostSource(source)).toEqual({
    frontMatter: { title: "A: title", summary: "S", topic: "T" },
    body: "\nBody",
  });
  expect(parsePostSource("---\ntitle: x\n---\nBody")).toBeNull();
  expect(parsePostSource("Body")).toBeNull();
});

test("reading time counts words, and syllables in Vietnamese", () => {
  expect(computeReadingMinutes("word ".repeat(660), "en")).toBe(3);
  expect(computeReadingMinutes("tiếng ".repeat(900), "vi")).toBe(3);
  expect(computeReadingMinutes("", "en")).toBe(1);
  expect(toHeadingId("  What's new? ")).toBe("what-s-new");
});

test("a title of very many spaces is parsed quickly", () => {
  const startedAt = performance.now();
  const title = `a${" ".repeat(90_000)}b`;
  expect(parsePostSource(`---\ntitle:  ${title}  \nsummary: "b"\ntopic: c\n---\nx`)?.frontMatter).toEqual({
    title,
    summary: "b",
    topic: "c",
  });
  // If the rendering time grew with the square of the text's length, this text would take eight seconds.
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each(["![", "["])("after a thousand unclosed %s, their paragraph has no more links", (bracket) => {
  const link = "[here](https://kakehashi.example)";
  const createUnclosedBrackets = (count: number) => `${`${bracket} `.repeat(count)}\n${link}`;
  expect(renderHtml(createUnclosedBrackets(400))).toContain('<a href="https://kakehashi.example">here</a>');
  expect(renderHtml(createUnclosedBrackets(1_100))).toContain("[here]");
  expect(renderHtml(`${createUnclosedBrackets(1_100)}\n\n${link}`)).toContain(
    '<a href="https://kakehashi.example">here</a>',
  );
});
