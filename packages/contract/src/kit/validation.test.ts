import { expect, test } from "vitest";
import { z } from "zod";
import { signUp } from "../auth.ts";
import { languages } from "../languages.ts";
import { countMessageCharacters, maximumMessageLength, messageTextSchema } from "../message-text.ts";
import { formatFieldErrors } from "./validation.ts";

const listIssues = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test("every issue has a text in the reader's language at its field", () => {
  const validationIssues = listIssues(signUp.body, {
    email: "nobody",
    password: "short",
    confirm_password: "other",
    language: "fr",
    role: "admin",
  });
  for (const language of languages) {
    const fields = formatFieldErrors(validationIssues, language);
    expect(Object.keys(fields).sort()).toEqual(["email", "language", "password", "role"]);
  }
  expect(formatFieldErrors(validationIssues, "ja").password).toContain("8～32文字");
});

test("a missing field says that it is required, and a limit names its number", () => {
  const schema = z.object({ name: z.string().max(1200), tags: z.array(z.string()).min(2) });
  expect(formatFieldErrors(listIssues(schema, { tags: [] }), "en")).toEqual({
    name: "This is required.",
    tags: "Choose at least 2.",
  });
  expect(formatFieldErrors(listIssues(schema, { name: "x".repeat(1201), tags: ["a", "b"] }), "en").name).toBe(
    "Use at most 1,200 characters.",
  );
});

test("a message is counted in the characters that a person sees", () => {
  const familyEmoji = "👩‍👩‍👧‍👦";
  expect(countMessageCharacters(`が${familyEmoji}ệ`)).toBe(3);
  expect(messageTextSchema.safeParse("👍🏽".repeat(maximumMessageLength / 2)).success).toBe(true);
  expect(messageTextSchema.safeParse("あ".repeat(maximumMessageLength)).success).toBe(true);
  expect(
    formatFieldErrors(listIssues(messageTextSchema, "あ".repeat(maximumMessageLength + 1)), "en")[""],
  ).toContain("10,000");
  expect(messageTextSchema.safeParse("  \n ").success).toBe(false);
});

test("what the database cannot hold is replaced, not refused", () => {
  expect(messageTextSchema.parse("a\u0000b\ud800")).toBe("a\uFFFDb\uFFFD");
});

test("an unknown field is named, whatever its name", () => {
  const schema = z.strictObject({});
  const text = "This field does not exist.";
  expect(formatFieldErrors(listIssues(schema, { toString: 1, constructor: 2, admin: 3 }), "en")).toEqual({
    toString: text,
    constructor: text,
    admin: text,
  });
});

test("a very long name of an unknown field is cut", () => {
  const [fieldName = ""] = Object.keys(
    formatFieldErrors(listIssues(z.strictObject({}), { ["x".repeat(5_000)]: 1 }), "en"),
  );
  expect(fieldName).toBe(`${"x".repeat(200)}…`);
});
