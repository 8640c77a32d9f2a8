import { expect, test } from "vitest";
import type { z } from "zod";
import { emailSchema } from "./credentials.ts";
import { driveNameSchema } from "./drive-names.ts";
import { formatFieldErrors } from "./kit/validation.ts";
import { latinNameSchema, nameSchema } from "./names.ts";
import { freeTextSchema } from "./profiles.ts";

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

test.each([
  ["a name", nameSchema, 200],
  ["a drive name", driveNameSchema, 255],
  ["an e-mail address", emailSchema, 254],
  ["free text", freeTextSchema, 500],
] as const)("%s of any length is refused with the limit that holds for it", (_, schema: z.ZodType, limit) => {
  for (const length of [limit + 1, 20_001, 200_000]) {
    const { error } = schema.safeParse("x".repeat(length));
    expect(formatFieldErrors(error?.issues ?? [], "en"), String(length)).toEqual({
      "": `Use at most ${limit} characters.`,
    });
  }
});
