/** Replaces the text between `from` and `to`. `select` is the new selection, relative to `from`. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly select: readonly [number, number];
}
export type Edit = (text: string, start: number, end: number) => Replacement;

/** Adds marks around the selection, or removes them. */
const around =
  (mark: string): Edit =>
  (text, start, end) => {
    const chosen = text.slice(start, end);
    const marked = text.slice(start - mark.length, start) === mark && text.startsWith(mark, end);
    if (marked && start >= mark.length) {
      const from = start - mark.length;
      return { from, to: end + mark.length, words: chosen, select: [0, chosen.length] };
    }
    const words = `${mark}${chosen}${mark}`;
    return { from: start, to: end, words, select: [mark.length, mark.length + chosen.length] };
  };

/** Adds a mark at the start of each selected line. */
const before =
  (mark: string): Edit =>
  (text, start, end) => {
    const from = text.lastIndexOf("\n", start - 1) + 1;
    const next = text.indexOf("\n", Math.max(start, end - 1));
    const to = next < 0 ? text.length : next;
    const words = text
      .slice(from, to)
      .split("\n")
      .map((line) => mark + line)
      .join("\n");
    return { from, to, words, select: [words.length, words.length] };
  };

export const edits = {
  bold: around("**"),
  italic: around("*"),
  heading: before("## "),
  list: before("- "),
  quote: before("> "),
  code: (text, start, end) =>
    text.slice(start, end).includes("\n")
      ? {
          from: start,
          to: end,
          words: `\`\`\`\n${text.slice(start, end)}\n\`\`\``,
          select: [4, 4 + end - start],
        }
      : around("`")(text, start, end),
  link(text, start, end) {
    const chosen = text.slice(start, end);
    const words = `[${chosen}](https://)`;
    // Selects the missing part: the text, or else the address.
    return {
      from: start,
      to: end,
      words,
      select: chosen ? [words.length - 9, words.length - 1] : [1, 1],
    };
  },
} as const satisfies Record<string, Edit>;
