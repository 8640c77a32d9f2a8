import type { SiteLanguage } from "@kakehashi/contract/site";
import MarkdownIt from "markdown-it";

/** What stands above a post's Markdown. */
export interface FrontMatter {
  title: string;
  summary: string;
  topic: string;
}

/** Null where the text does not begin with complete front matter. */
export function readSource(source: string): { front: FrontMatter; body: string } | null {
  const [, head, body] =
    /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) return null;
  const fields = new Map(
    head.split(/\r?\n/).map((line) => {
      const [, name = "", value = ""] = /^(\w+):(.*)$/.exec(line) ?? [];
      return [name, value.trim().replace(/^(["'])(.*)\1$/, "$2")];
    }),
  );
  const [title, summary, topic] = [fields.get("title"), fields.get("summary"), fields.get("topic")];
  return title && summary && topic ? { front: { title, summary, topic }, body } : null;
}

/** Words a minute; Vietnamese is counted in syllables, which are shorter. */
const pace: Readonly<Record<SiteLanguage, number>> = { en: 220, vi: 300 };

export function readingTime(body: string, language: SiteLanguage): number {
  return Math.max(1, Math.round(body.split(/\s+/).filter(Boolean).length / pace[language]));
}

export function anchor(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/đ/gi, "d")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * Markdown alone: HTML in a source is shown as the text it is, so that no script and no frame can come out of it,
 * and a link leads only where the schemes below do.
 */
const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.validateLink = (link) => {
  const scheme = /^([^/?#]*?):/.exec(link.trim().replace(/[\p{Cc}\s]/gu, ""))?.[1];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
};
const picture = markdown.renderer.rules.image;
markdown.renderer.rules.image = (tokens, index, ...rest) => {
  tokens[index]?.attrSet("loading", "lazy");
  tokens[index]?.attrSet("decoding", "async");
  return picture?.(tokens, index, ...rest) ?? "";
};
// A table that is wider than the page scrolls by itself.
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";

export interface Heading {
  id: string;
  text: string;
}

/** HTML of a body, and its second-level headings. The page's own title is the first level: `#` becomes `##`. */
export function renderBody(body: string): { html: string; headings: Heading[] } {
  const tokens = markdown.parse(body, {});
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    if (token.tag === "h1") token.tag = "h2";
    if (token.type === "heading_close") continue;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const base = anchor(text) || "section";
    const count = taken.get(base) ?? 0;
    taken.set(base, count + 1);
    const id = count === 0 ? base : `${base}-${count + 1}`;
    token.attrSet("id", id);
    if (token.tag === "h2") headings.push({ id, text });
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings };
}
