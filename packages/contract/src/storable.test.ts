import { expect, test } from "vitest";
import { deletedNameMark } from "./deleted-names.ts";
import { createPlainTextSchema } from "./flows/texts.ts";
import { messageTextSchema } from "./message-text.ts";
import { newProjectFormSchema } from "./project-bodies.ts";
import { toStorableText } from "./storable.ts";

const stackedAccents = `e${"\u0301".repeat(20_000)}`;

test("a stack of combining marks is cut, in messages too", () => {
  expect(toStorableText(stackedAccents)).toBe(`e${"\u0301".repeat(30)}`);
  expect(messageTextSchema.parse(`see ${stackedAccents}!`)).toBe(`see e${"\u0301".repeat(30)}!`);
});

test("joiners between the marks do not make the stack longer", () => {
  expect(toStorableText(`e${"\u0301\u200d\u200c".repeat(10_000)}`)).toHaveLength(31);
  // The schema removes `deletedNameMark`, the character that replaces a deleted person's name, before it counts the
  // combining marks.
  expect(createPlainTextSchema(1_000).parse(`e${`\u0301${deletedNameMark}`.repeat(100)}`)).toHaveLength(31);
});

test("marks that a language needs stay", () => {
  // These texts must not change: decomposed Vietnamese, Hebrew with vowels and cantillation, a Tibetan stack, and an
  // emoji of four people.
  for (const text of ["Tie\u0302\u0301ng Vie\u0323\u0302t", "בְּרֵאשִׁ֖ית", "ཧཱུྃ", "👩‍👩‍👧‍👦"])
    expect(toStorableText(text)).toBe(text);
});

test("what PostgreSQL cannot store is replaced", () => {
  expect(toStorableText("a\u0000b\ud800")).toBe("a\uFFFDb\uFFFD");
});

test("a project's text that looks empty is refused at its field", () => {
  for (const text of ["\u200b\u200d\u2800", "\u3164", " \n"]) {
    const { error } = newProjectFormSchema.safeParse({ description: text, time: text, skill: text });
    const fields = error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    expect(fields).toEqual(
      expect.arrayContaining(["description required", "time required", "skill required"]),
    );
  }
});
