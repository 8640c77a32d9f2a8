import { expect, test } from "vitest";
import { type Edit, edits } from "./edits.ts";

/** `[` and `]` mark the selection. */
function apply(edit: Edit, shown: string): string {
  const start = shown.indexOf("[");
  const end = shown.indexOf("]") - 1;
  const text = shown.replace("[", "").replace("]", "");
  const { from, to, words, select } = edit(text, start, end);
  const chosen = `${words.slice(0, select[0])}[${words.slice(...select)}]${words.slice(select[1])}`;
  return text.slice(0, from) + chosen + text.slice(to);
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
] as const)("%s makes %j into %j", (name, before, after) => {
  expect(apply(edits[name], before)).toBe(after);
});

test("a link waits for what it lacks", () => {
  const { words, select } = edits.link("see here", 4, 8);
  expect(words).toBe("[here](https://)");
  expect(words.slice(...select)).toBe("https://");
  expect(edits.link("", 0, 0).select).toEqual([1, 1]);
});
