import type { Token, Tokens } from "marked";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maximumMarkdownDepth } from "./bounded-lexer.ts";
import { splitFoldedText, takeFirstTokens } from "./fold.ts";
import { isFoldable, maxFoldedElements } from "./foldable.ts";
import { hostileTextLength, hostileTexts } from "./hostile.fixture.ts";
import { countElements, maximumElementsPerMessage, parseMarkdownCached } from "./markdown.ts";

/** Returns the tokens that are directly inside a token. */
function childTokens(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens);
  }
  return ("tokens" in token && token.tokens) || [];
}
/**
 * Counts the tokens without recursion. With recursion, a tree that is too deep would overflow the stack instead of
 * failing the test.
 */
function measureTokenTree(tokens: readonly Token[]): { tokenCount: number; depth: number } {
  let [nodes, depth] = [0, 0];
  for (
    let tokensOfLevel = tokens;
    tokensOfLevel.length > 0;
    tokensOfLevel = tokensOfLevel.flatMap(childTokens)
  ) {
    nodes += tokensOfLevel.length;
    depth++;
  }
  return { tokenCount: nodes, depth };
}

const { exec } = RegExp.prototype;
let searchCount = 0;
beforeEach(() => {
  searchCount = 0;
  RegExp.prototype.exec = function (text) {
    searchCount++;
    return exec.call(this, text);
  };
});
afterEach(() => {
  RegExp.prototype.exec = exec;
});

describe("a message that was made to slow down its readers", () => {
  test.each(Object.entries(hostileTexts))("%s", (_name, content) => {
    expect(content.length).toBeLessThanOrEqual(hostileTextLength);
    const tokens = parseMarkdownCached(content);
    const { depth } = measureTokenTree(tokens);
    expect(countElements(tokens)).toBeLessThanOrEqual(maximumElementsPerMessage);
    // Each nesting level of the text makes up to three levels of tokens, for example a list, its item and a paragraph.
    expect(depth).toBeLessThanOrEqual(3 * maximumMarkdownDepth);
    // Allow 50 searches per character, because about thirty rules run at each. A parser that searches for a closing
    // mark from every character would need millions.
    expect(searchCount).toBeLessThan(50 * hostileTextLength);
    expect(tokens.map(({ raw }) => raw).join("").length).toBeGreaterThan(0);
  });

  test.each(Object.entries(hostileTexts))("is folded where it has many elements: %s", (_name, content) => {
    const foldedText = isFoldable(content) ? splitFoldedText(content) : null;
    expect(countElements(foldedText?.tokens ?? parseMarkdownCached(content))).toBeLessThanOrEqual(
      maxFoldedElements,
    );
    if (!foldedText) return;
    expect(content.endsWith(foldedText.restSource)).toBe(true);
    expect(content.length - foldedText.restSource.length).toBeGreaterThan(Math.min(90, content.length - 1));
  });

  // Exclude tables. They are drawn at once, because the width of a column depends on all rows.
  const otherTexts = Object.entries(hostileTexts).filter(([name]) => !name.startsWith("tables"));
  test.each(otherTexts)("is unfolded in steps: %s", (_name, content) => {
    const tokens = parseMarkdownCached(content);
    const elementsPerStep = 250;
    let drawnElements = 0;
    for (let limit = elementsPerStep; takeFirstTokens(tokens, limit) !== tokens; limit += elementsPerStep) {
      const count = countElements(takeFirstTokens(tokens, limit));
      expect(count).toBeLessThanOrEqual(limit);
      expect(count - drawnElements).toBeLessThanOrEqual(2 * elementsPerStep);
      drawnElements = count;
    }
    expect(countElements(tokens) - drawnElements).toBeLessThanOrEqual(2 * elementsPerStep);
  });
});

test("ordinary nesting keeps its formatting", () => {
  const nestedQuotes = Array.from({ length: 10 }, (_, depth) => `${">".repeat(depth + 1)} reply ${depth}`);
  expect(measureTokenTree(parseMarkdownCached(nestedQuotes.reverse().join("\n"))).depth).toBeGreaterThan(10);
  const list = Array.from({ length: 10 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}`);
  expect(measureTokenTree(parseMarkdownCached(list.join("\n"))).depth).toBeGreaterThan(20);
});

const reportSection =
  "## Part\n\n- [x] **done**: `a_b` and *c* by [the plan](https://a.example/b)\n- [FIX] next _step_\n\n";

test("a long report keeps all its formatting", () => {
  const words =
    "The words between them say what was found, what it means for whoever waits, and what comes next for all.\n\n";
  const reportPart = `${reportSection}${words}`;
  const report = reportPart.repeat(Math.floor(hostileTextLength / reportPart.length));
  const links = JSON.stringify(parseMarkdownCached(report)).match(/"type":"link"/g)?.length;
  expect(links).toBe(report.match(/plan/g)?.length);
});

test("of a message with only markup, the first elements are formatted and the rest is plain text", () => {
  const report = reportSection.repeat(Math.floor(hostileTextLength / reportSection.length));
  const tokens = parseMarkdownCached(report);
  expect(tokens.length).toBeGreaterThan(100);
  const lastToken = tokens.at(-1) as Tokens.Text;
  expect(lastToken.type).toBe("text");
  expect(report.endsWith(lastToken.text)).toBe(true);
  expect(tokens.map(({ raw }) => raw).join("")).toBe(report);
});

test("a letter with thousands of accents is cut, and Vietnamese accents stay", () => {
  const [firstToken] = parseMarkdownCached(`a${"\u0301".repeat(5_000)} ${"Tiếng Việt".normalize("NFD")}`);
  expect(firstToken?.raw).toBe(`a${"\u0301".repeat(8)} ${"Tiếng Việt".normalize("NFD")}`);
});

test("a table of a hundred rows is shown as a table, one with millions of cells as plain text", () => {
  const table = `|a|b|c|d|e|\n|-|-|-|-|-|\n${"|1|2|3|4|5|\n".repeat(100)}`;
  expect(parseMarkdownCached(table)[0]?.type).toBe("table");
  const wideTable = `${"|a".repeat(900)}|\n${"|-".repeat(900)}|\n${"|\n".repeat(900)}`;
  const [firstToken] = parseMarkdownCached(wideTable);
  expect(firstToken).toMatchObject({ type: "paragraph", text: wideTable.trim() });
});
