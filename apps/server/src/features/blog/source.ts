import {
  maximumHeadingsPerPost,
  maximumPostHeadingLength,
  maximumPostHtmlLength,
} from "@kakehashi/contract/blog";
import type { FieldRefusalReason } from "@kakehashi/contract/kit/validation";
import type { SiteLanguage } from "@kakehashi/contract/site";
import MarkdownIt from "markdown-it";

/** The fields of the front matter above a post's Markdown. */
export interface FrontMatter {
  title: string;
  summary: string;
  topic: string;
}

const removeQuotes = (value: string) => value.trim().replace(/^(["'])(.*)\1$/, "$2");

/** Parses a post. Null if the text does not begin with complete front matter. */
export function parsePostSource(source: string): { frontMatter: FrontMatter; body: string } | null {
  const [, frontMatterText, body] =
    /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(source) ?? [];
  if (frontMatterText === undefined || body === undefined) return null;
  const fields = new Map(
    frontMatterText.split(/\r?\n/).map((line) => {
      const [, name = "", value = ""] = /^(\w+):(.*)$/.exec(line) ?? [];
      return [name, removeQuotes(value)];
    }),
  );
  const [title, summary, topic] = [fields.get("title"), fields.get("summary"), fields.get("topic")];
  return title && summary && topic ? { frontMatter: { title, summary, topic }, body } : null;
}

/** Maximum characters of each front matter field. Lists, search engines and cards have room for this many. */
const maximumLengths = { title: 200, summary: 500, topic: 60 } as const;

function isFrontMatterField(name: string): name is keyof typeof maximumLengths {
  return Object.hasOwn(maximumLengths, name);
}

/** Finds the first error in the front matter, with its line and field. Null if there is none. */
export function findFrontMatterProblem(source: string): FieldRefusalReason | null {
  const lines = source.replace(/^\uFEFF/, "").split(/\r?\n/);
  const isFrontMatterEnd = (line: string) => /^---[ \t]*$/.test(line);
  if (!isFrontMatterEnd(lines[0] ?? "")) return "front_matter_begin";
  const endLineIndex = lines.findIndex((line, index) => index > 0 && isFrontMatterEnd(line));
  if (endLineIndex < 0) return "front_matter_end";
  const frontMatterFields = new Set<string>();
  for (const [index, line] of lines.slice(1, endLineIndex).entries()) {
    const lineNumber = index + 2;
    if (line.trim() === "") continue;
    const [, name, value = ""] = /^(\w{1,40}):(.*)$/.exec(line) ?? [];
    if (name === undefined) return { key: "front_matter_line", n: lineNumber };
    if (!isFrontMatterField(name)) return { key: "front_matter_unknown", n: lineNumber, name };
    if (frontMatterFields.has(name)) return { key: "front_matter_twice", n: lineNumber, name };
    if (removeQuotes(value) === "") return { key: "front_matter_empty", n: lineNumber, name };
    if (removeQuotes(value).length > maximumLengths[name])
      return { key: "front_matter_long", n: lineNumber, name };
    frontMatterFields.add(name);
  }
  const name = Object.keys(maximumLengths).find((field) => !frontMatterFields.has(field));
  return name === undefined ? null : { key: "front_matter_missing", n: endLineIndex + 1, name };
}

/**
 * Reading speed in words per minute. Vietnamese puts a space between syllables, so each syllable counts as a word. The
 * number for Vietnamese is therefore higher.
 */
const wordsPerMinute: Readonly<Record<SiteLanguage, number>> = { en: 220, vi: 300 };

export function computeReadingMinutes(body: string, language: SiteLanguage): number {
  return Math.max(1, Math.round(body.split(/\s+/).filter(Boolean).length / wordsPerMinute[language]));
}

export function toHeadingId(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/đ/gi, "d")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Renders Markdown without HTML: tags are shown as text, so no script or frame gets in. Links may only use the schemes
 * http, https, mailto and tel.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true });
// Replaces straight quotes by typographic ones. The Markdown library's other replacements, such as (c) by ©, are off.
markdown.disable("replacements");
markdown.validateLink = (link) => {
  const scheme = /^([^/?#]*?):/.exec(link.trim().replace(/[\p{Cc}\s]/gu, ""))?.[1];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
};
/**
 * How often the renderer may search one paragraph for a missing closing bracket. Each search reads the rest of the
 * paragraph, so a paragraph with many unclosed brackets would be slow.
 */
const maximumUnclosedBrackets = 1_000;
const unclosedBracketCounts = new WeakMap<object, number>();
const { parseLinkLabel } = markdown.helpers;
// Without the limit on bracket searches, 100 kB of `![` took half a second. Beyond the limit a bracket is plain text.
markdown.helpers.parseLinkLabel = (state, start, isNestingDisabled) => {
  const unclosedBrackets = unclosedBracketCounts.get(state) ?? 0;
  if (unclosedBrackets >= maximumUnclosedBrackets) return -1;
  const labelEndIndex = parseLinkLabel(state, start, isNestingDisabled);
  if (labelEndIndex < 0) unclosedBracketCounts.set(state, unclosedBrackets + 1);
  return labelEndIndex;
};
const ownPictureUrlPattern = /^\/api\/blog\/pictures\/[\da-f-]+-(\d+)x(\d+)\.webp$/;
const renderPicture = markdown.renderer.rules.image;
markdown.renderer.rules.image = (tokens, index, ...otherRuleArguments) => {
  tokens[index]?.attrSet("loading", "lazy");
  tokens[index]?.attrSet("decoding", "async");
  // The file names of our own pictures contain the picture's size, so that the page can reserve the space before a
  // picture loads.
  const [, width, height] = ownPictureUrlPattern.exec(String(tokens[index]?.attrGet("src"))) ?? [];
  if (width && height) {
    tokens[index]?.attrSet("width", width);
    tokens[index]?.attrSet("height", height);
  }
  return renderPicture?.(tokens, index, ...otherRuleArguments) ?? "";
};
// A table that is wider than the page scrolls inside its own box.
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";

export interface PostHeading {
  id: string;
  text: string;
}

const shortenHeading = (text: string) => text.slice(0, maximumPostHeadingLength).toWellFormed();

/**
 * Renders a post's body as HTML, and lists its second-level headings. `#` becomes a second-level heading,
 * because the page's title is the first level.
 */
export function renderBody(body: string): { html: string; headings: PostHeading[] } {
  const tokens = markdown.parse(body, {});
  const headings: PostHeading[] = [];
  const usedSlugs = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    if (token.tag === "h1") token.tag = "h2";
    if (token.type === "heading_close") continue;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const baseSlug = toHeadingId(shortenHeading(text)) || "section";
    const count = usedSlugs.get(baseSlug) ?? 0;
    usedSlugs.set(baseSlug, count + 1);
    const id = count === 0 ? baseSlug : `${baseSlug}-${count + 1}`;
    token.attrSet("id", id);
    if (token.tag === "h2" && headings.length < maximumHeadingsPerPost)
      headings.push({ id, text: shortenHeading(text) });
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings };
}

/**
 * Returns a problem if the HTML of a post's body is too long, and null otherwise. Short Markdown, such as nested
 * quotes, can produce very long HTML.
 */
export function findHtmlLengthProblem(source: string): FieldRefusalReason | null {
  const html = renderBody(parsePostSource(source)?.body ?? "").html;
  return html.length > maximumPostHtmlLength ? "invalid" : null;
}
