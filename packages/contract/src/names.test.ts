import { expect, test } from "vitest";
import { latinNameSchema, nameSchema } from "./names.ts";

test.each([
  ["a name", nameSchema],
  ["a name in Latin letters", latinNameSchema],
])("%s keeps a language's accents and drops stacked marks", (_, schema) => {
  expect(schema.parse("Nguyễn Thị Ánh")).toBe("Nguyễn Thị Ánh");
  const nameWithManyMarks = schema.parse(`Bob${"\u0300".repeat(150)}`);
  expect([...nameWithManyMarks.normalize("NFD")].length).toBeLessThan(10);
});

test("A name keeps what joins the parts of an emoji, and drops it elsewhere", () => {
  for (const name of ["👨‍👩‍👧‍👦 team", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩🏻‍❤️‍💋‍👨🏿"]) expect(nameSchema.parse(name)).toBe(name);
  expect(nameSchema.parse("An\u200dh \u{e0067}Minh")).toBe("Anh Minh");
});
