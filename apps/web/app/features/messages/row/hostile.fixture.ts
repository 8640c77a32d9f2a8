/** The length of each text: the longest that a message may have. */
export const hostileTextLength = 10_000;

const repeatToMaxLength = (repeatedText: string) =>
  repeatedText.repeat(Math.ceil(hostileTextLength / repeatedText.length)).slice(0, hostileTextLength);
/** Repeats `openingText` and `close` around a content as often as the text limit allows. */
const nestUpToMaxLength = (openingText: string, close: string, content = "a") => {
  const repeatCount = Math.floor((hostileTextLength - content.length) / (openingText.length + close.length));
  return openingText.repeat(repeatCount) + content + close.repeat(repeatCount);
};
/** Builds a list whose lines are each nested one level deeper than the line before. */
const linesOfGrowingIndent = (listMark: string, indent: string) => {
  let text = "";
  for (let depth = 0; ; depth++) {
    const line = `${indent.repeat(depth)}${listMark}a\n`;
    if (text.length + line.length > hostileTextLength) return text;
    text += line;
  }
};
/**
 * Builds a text such as `* ** ***`. Each run of the character is longer than the one before, so that no run closes an
 * earlier one.
 */
const runsOfGrowingLength = (sign: string) => {
  let text = "";
  for (let length = 1; text.length + length + 1 <= hostileTextLength; length++)
    text += `${sign.repeat(length)} `;
  return text;
};
const personId = "01a1fccf-8f41-7324-81d0-f288834d6a71";
const tableWithColumns = (count: number, row: string) => {
  const head = `${"|a".repeat(count)}|\n${"|-".repeat(count)}|\n`;
  return head + row.repeat(Math.floor((hostileTextLength - head.length) / row.length));
};

/**
 * Texts that are slow to parse as Markdown: each repeats one construct, nested or without its end, up to the length
 * limit.
 */
export const hostileTexts: Readonly<Record<string, string>> = {
  quotes: repeatToMaxLength(">"),
  "quotes with spaces": repeatToMaxLength("> "),
  "quotes in stairs": linesOfGrowingIndent("> ", "> "),
  "quotes and lists": repeatToMaxLength("> - "),
  "quotes and numbers": repeatToMaxLength("> 1. "),
  "quotes line by line": repeatToMaxLength(">\n"),
  "quotes that go on": repeatToMaxLength("> a\nb\n"),
  "lists in one line": repeatToMaxLength("- "),
  "numbers in one line": repeatToMaxLength("1. "),
  "all kinds of lists in one line": repeatToMaxLength("- 1. + 2) * "),
  "lists in stairs": linesOfGrowingIndent("- ", "  "),
  "numbers in stairs": linesOfGrowingIndent("1. ", "   "),
  "lists of many": repeatToMaxLength("- a\n"),
  "lists of many, apart": repeatToMaxLength("- a\n\n"),
  "lists of nothing": repeatToMaxLength("-\n"),
  "tasks in one line": repeatToMaxLength("- [ ] "),
  "tasks of many": repeatToMaxLength("- [x] a\n"),
  "lists that change their sign": repeatToMaxLength("- a\n* b\n"),
  "lists of quotes": repeatToMaxLength("- > "),
  "lists of code": repeatToMaxLength("- ```\n"),
  "emphasis, opened": repeatToMaxLength("*a "),
  "emphasis, opened, one mention": `${repeatToMaxLength("*a ").slice(0, -1)}@`,
  "emphasis of both kinds, opened, one closed": `${repeatToMaxLength("_a *").slice(0, -2)}a*`,
  "emphasis of both kinds, opened": repeatToMaxLength("_a *"),
  "emphasis, closed": repeatToMaxLength("a* "),
  "emphasis, opened and closed": repeatToMaxLength("*a* "),
  "emphasis around": nestUpToMaxLength("*a ", " a*"),
  "emphasis of both kinds around": nestUpToMaxLength("*_", "_*"),
  "emphasis of growing runs": runsOfGrowingLength("*"),
  "emphasis of signs alone": repeatToMaxLength("*"),
  "emphasis of low lines alone": repeatToMaxLength("_"),
  "emphasis inside words": repeatToMaxLength("a*b_c"),
  "strong, opened": repeatToMaxLength("**a "),
  "strong of both kinds, opened": repeatToMaxLength("__a **"),
  "strong, opened and closed": repeatToMaxLength("**a** "),
  "strong around": nestUpToMaxLength("**a ", " a**"),
  "strong of both kinds around": nestUpToMaxLength("**__", "__**"),
  "strong beside Japanese": repeatToMaxLength("**「あ」**い"),
  "strong beside Japanese, opened": repeatToMaxLength("**あ"),
  "strong and emphasis, opened": repeatToMaxLength("***a **b *c "),
  "strong and emphasis around": nestUpToMaxLength("***a ", " a***"),
  "strike, opened": repeatToMaxLength("~~a "),
  "strike, closed": repeatToMaxLength("~~a~~ "),
  "strike around": nestUpToMaxLength("~~a ", " a~~"),
  "strike of both kinds": repeatToMaxLength("~a ~~b "),
  "strike of signs alone": repeatToMaxLength("~"),
  "strike in strong in emphasis": nestUpToMaxLength("*a **b ~~c ", " c~~ b** a*"),
  "links, opened": repeatToMaxLength("["),
  "links, closed": repeatToMaxLength("]"),
  "links, opened, one closed": `${repeatToMaxLength("[").slice(0, -4)}](b)`,
  "links without an address, one closed": `${repeatToMaxLength("[a](").slice(0, -1)})`,
  "links with escapes, one closed": `${repeatToMaxLength("[\\\\").slice(0, -4)}](b)`,
  "links to brackets, one closed": `${repeatToMaxLength("[a](((").slice(0, -1)})`,
  "links with titles, one closed": `${repeatToMaxLength('[a](b "c').slice(0, -1)})`,
  "links in pointed brackets, one closed": `${repeatToMaxLength("[a](<b").slice(0, -2)}>)`,
  "links without an address": repeatToMaxLength("[a]("),
  "links to nowhere": repeatToMaxLength("[a](b"),
  "links to many brackets": repeatToMaxLength("[a](((("),
  "links of many": repeatToMaxLength("[a](https://b.c) "),
  "links in links": nestUpToMaxLength("[", "](https://b.c)"),
  "links with titles": repeatToMaxLength('[a](b "c'),
  "links in pointed brackets": repeatToMaxLength("[a](<b"),
  "links by reference": repeatToMaxLength("[a][b]"),
  "links with escapes": repeatToMaxLength("[\\"),
  "images, opened": repeatToMaxLength("!["),
  "images, opened, one closed": `${repeatToMaxLength("![").slice(0, -4)}](b)`,
  "images of many": repeatToMaxLength("![a](https://b.c) "),
  "images in images": nestUpToMaxLength("![", "](https://b.c)"),
  "code, opened": `${repeatToMaxLength("`a ``b ")}`,
  "code of growing runs": runsOfGrowingLength("`"),
  "code, closed": repeatToMaxLength("`a` "),
  "code of signs alone": repeatToMaxLength("`"),
  "code in brackets": repeatToMaxLength("[`a"),
  "fences, opened": repeatToMaxLength("```a\n"),
  "fences of waves": repeatToMaxLength("~~~a\n"),
  "fences of growing runs": repeatToMaxLength("````\n```\n"),
  "fences with colours": `\`\`\`ts\n${repeatToMaxLength("${`").slice(0, -7)}`,
  "code by indent": repeatToMaxLength("    a\n\n"),
  "tables of one column": repeatToMaxLength("|a|\n|-|\n"),
  "tables, wide": tableWithColumns(2_000, "|\n"),
  "tables, wide and long": tableWithColumns(1_000, "|\n"),
  "tables, long": tableWithColumns(2, "|a|b|\n"),
  "tables of many": repeatToMaxLength("|a|\n|-|\n\n"),
  "tables of rules": repeatToMaxLength("|-"),
  "tables of bars": repeatToMaxLength("|"),
  "tables of cells with marks": tableWithColumns(10, "|**a**|`b`|\n"),
  mentions: repeatToMaxLength(`@[a](${personId}) `),
  "mentions, opened": repeatToMaxLength("@["),
  "mentions, opened, one closed": `${repeatToMaxLength("@[a").slice(0, -39)}](${personId})`,
  "mentions in strong": nestUpToMaxLength("**", "**", `@[a](${personId})`),
  "mentions of all": repeatToMaxLength("@all "),
  "mentions of at": repeatToMaxLength("@"),
  emoji: repeatToMaxLength("👩‍👩‍👧‍👦"),
  "emoji by name": repeatToMaxLength(":smile:"),
  flags: repeatToMaxLength("🇯🇵"),
  "emoji with marks": repeatToMaxLength("**👍** "),
  "HTML, opened": repeatToMaxLength("<"),
  "HTML, nested": nestUpToMaxLength("<b>", "</b>"),
  "HTML, elements opened": repeatToMaxLength("<div>"),
  "HTML, blocks": repeatToMaxLength("<div>\n"),
  "HTML, attributes": repeatToMaxLength('<a b="'),
  "HTML, attributes without an end": `<a${repeatToMaxLength(" b")}`.slice(0, hostileTextLength),
  "HTML, comments": repeatToMaxLength("<!--"),
  "HTML, comments of dashes": `<!--${repeatToMaxLength("-")}`.slice(0, hostileTextLength),
  "HTML, instructions": repeatToMaxLength("<?"),
  "HTML, declarations": repeatToMaxLength("<!A"),
  "HTML, character data": repeatToMaxLength("<![CDATA["),
  "HTML, addresses": repeatToMaxLength("<a@b.c> "),
  "HTML, scripts": repeatToMaxLength("<script>\n"),
  "HTML, entities": repeatToMaxLength("&amp;"),
  "addresses, one": `https://a.b/${repeatToMaxLength("a.")}`.slice(0, hostileTextLength),
  "addresses, many": repeatToMaxLength("https://a.b "),
  "addresses, dots": `https://${repeatToMaxLength(".")}`.slice(0, hostileTextLength),
  "addresses, www": repeatToMaxLength("www.a"),
  "addresses of mail": repeatToMaxLength("a@a."),
  "addresses of mail, one": `${repeatToMaxLength("a.")}@`.slice(-hostileTextLength),
  headings: repeatToMaxLength("# a\n"),
  "headings, signs": repeatToMaxLength("#"),
  "headings, closed": `# a${repeatToMaxLength(" #")}`.slice(0, hostileTextLength),
  "headings by underlining": repeatToMaxLength("a\n=\n"),
  rules: repeatToMaxLength("---\n"),
  "rules, spaces": `${repeatToMaxLength("- ").slice(0, -1)}a`,
  "rules of stars": repeatToMaxLength("* * "),
  escapes: repeatToMaxLength("\\"),
  "escapes of signs": repeatToMaxLength("\\*"),
  definitions: repeatToMaxLength("[a]: b\n"),
  "definitions, opened": repeatToMaxLength("[a]:"),
  breaks: repeatToMaxLength("\n"),
  "breaks between words": repeatToMaxLength("a\n"),
  "breaks of two spaces": repeatToMaxLength("a  \n"),
  paragraphs: repeatToMaxLength("a\n\n"),
  spaces: repeatToMaxLength(" "),
  "spaces between": repeatToMaxLength(`a${" ".repeat(500)}`),
  tabs: repeatToMaxLength("\t"),
  "tabs and signs": repeatToMaxLength("-\t"),
  "carriage returns": repeatToMaxLength("\r"),
  "one word": repeatToMaxLength("a"),
  "marks upon marks": `a${repeatToMaxLength("\u0301")}`.slice(0, hostileTextLength),
  "direction overrides": repeatToMaxLength("\u202e\u2066a"),
  "joined nothing": repeatToMaxLength("\u200d"),
  "private characters": repeatToMaxLength("\ue000"),
  "halves of pairs": repeatToMaxLength("\ud83d"),
  zeros: repeatToMaxLength("\0"),
  "everything opened": repeatToMaxLength("> - *a **b ~~c `d [e ![f <g @[h |"),
  "everything opened, in lines": repeatToMaxLength("> - *a **b\n~~c `d [e\n![f <g\n@[h |\n"),
};
