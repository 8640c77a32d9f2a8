/**
 * A change to a text: replaces the characters between `from` and `to`. `selection` is what is selected afterwards,
 * counted from `from`.
 */
export interface TextReplacement {
  readonly from: number;
  readonly to: number;
  readonly insertedText: string;
  readonly selection: readonly [number, number];
}
export type CreateTextReplacement = (text: string, start: number, end: number) => TextReplacement;

/**
 * Puts a Markdown mark, such as `**`, around the selected text. If the selected text already has the mark, removes it.
 */
const toggleMarks =
  (markdownMark: string): CreateTextReplacement =>
  (text, start, end) => {
    const selectedText = text.slice(start, end);
    const isMarked =
      text.slice(start - markdownMark.length, start) === markdownMark && text.startsWith(markdownMark, end);
    if (isMarked && start >= markdownMark.length) {
      const from = start - markdownMark.length;
      return {
        from,
        to: end + markdownMark.length,
        insertedText: selectedText,
        selection: [0, selectedText.length],
      };
    }
    const insertedText = `${markdownMark}${selectedText}${markdownMark}`;
    return {
      from: start,
      to: end,
      insertedText,
      selection: [markdownMark.length, markdownMark.length + selectedText.length],
    };
  };

/** Adds a Markdown mark, such as `- `, at the start of each selected line. */
const prefixLines =
  (markdownMark: string): CreateTextReplacement =>
  (text, start, end) => {
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = text.indexOf("\n", Math.max(start, end - 1));
    const to = lineEnd < 0 ? text.length : lineEnd;
    const insertedText = text
      .slice(lineStart, to)
      .split("\n")
      .map((line) => markdownMark + line)
      .join("\n");
    return { from: lineStart, to, insertedText, selection: [insertedText.length, insertedText.length] };
  };

export const markdownEdits = {
  bold: toggleMarks("**"),
  italic: toggleMarks("*"),
  heading: prefixLines("## "),
  list: prefixLines("- "),
  quote: prefixLines("> "),
  code: (text, start, end) =>
    text.slice(start, end).includes("\n")
      ? {
          from: start,
          to: end,
          insertedText: `\`\`\`\n${text.slice(start, end)}\n\`\`\``,
          selection: [4, 4 + end - start],
        }
      : toggleMarks("`")(text, start, end),
  link(text, start, end) {
    const selectedText = text.slice(start, end);
    const insertedText = `[${selectedText}](https://)`;
    // Select the part of the inserted link that the writer must still type. If text was selected before, it becomes the
    // link's text, and the address is still missing. Otherwise the link's text is still missing.
    return {
      from: start,
      to: end,
      insertedText,
      selection: selectedText ? [insertedText.length - 9, insertedText.length - 1] : [1, 1],
    };
  },
} as const satisfies Record<string, CreateTextReplacement>;
