import { expect, test } from "vitest";
import { type CreateTextReplacement, markdownEdits } from "./edits.ts";

/** In the texts of these tests, `[` and `]` mark the selection. */
function applyEdit(editText: CreateTextReplacement, textWithMarks: string): string {
  const start = textWithMarks.indexOf("[");
  const end = textWithMarks.indexOf("]") - 1;
  const text = textWithMarks.replace("[", "").replace("]", "");
  const { from, to, insertedText, selection: newSelection } = editText(text, start, end);
  const insertedTextWithMarks = `${insertedText.slice(0, newSelection[0])}[${insertedText.slice(...newSelection)}]${insertedText.slice(newSelection[1])}`;
  return text.slice(0, from) + insertedTextWithMarks + text.slice(to);
}

test.each([
  ["bold", "a [b] c", "a **[b]** c"],
  ["bold", "a **[b]** c", "a [b] c"],
  ["italic", "[]", "*[]*"],
  ["heading", "one\ntw[]o", "one\n## two[]"],
  ["list", "[one\ntwo]\nthree", "- one\n- two[]\nthree"],
  ["quote", "[]", "> []"],
  ["code", "[a\nb]", "```\n[a\nb]\n```"],
  ["code", "x [y]", "x `[y]`"],
] as const)("%s makes %j into %j", (name, textBefore, textAfter) => {
  expect(applyEdit(markdownEdits[name], textBefore)).toBe(textAfter);
});

test("a new link selects the part that is still to be typed", () => {
  const { insertedText, selection } = markdownEdits.link("see here", 4, 8);
  expect(insertedText).toBe("[here](https://)");
  expect(insertedText.slice(...selection)).toBe("https://");
  expect(markdownEdits.link("", 0, 0).selection).toEqual([1, 1]);
});
