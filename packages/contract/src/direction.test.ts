import { expect, test } from "vitest";
import { saveBotTextDraft } from "./bot-texts.ts";
import { isolateDirection, removeDirectionOverrides } from "./direction.ts";
import { saveDraft } from "./drafts.ts";
import { messageTextSchema } from "./message-text.ts";
import { toPlainLine } from "./plain-words.ts";
import { saveTranslationDraft } from "./translation-drafts.ts";

test("a direction override is removed from a message, and marks that right-to-left text needs stay", () => {
  expect(messageTextSchema.parse("see \u202egpj.exe\u202c \u202dx")).toBe("see gpj.exe\u202c x");
  for (const text of ["שלום, \u2066abc\u2069!", "مرحبا\u200f (1)"])
    expect(messageTextSchema.parse(text)).toBe(text);
});

test("a draft loses the same characters as the text that is made of it", () => {
  const content = `see \u202egpj.exe\u202c \u202dx\u0000\ud800 e${"\u0301".repeat(100)}`;
  const storedContent = messageTextSchema.parse(content);
  expect(saveDraft.body.parse({ content })).toEqual({ content: storedContent });
  expect(saveBotTextDraft.body.parse({ content })).toEqual({ content: storedContent });
  const translationDraft = saveTranslationDraft.body.parse({ content, version: 0, revision: 1 });
  expect(translationDraft.content).toBe(storedContent);
});

test("a message with only direction overrides is blank", () => {
  expect(messageTextSchema.safeParse("\u202e \u202d").success).toBe(false);
});

test("a message that was stored earlier is shown without them", () => {
  expect(toPlainLine("see \u202egpj.exe")).toBe("see gpj.exe");
  expect(removeDirectionOverrides("\u202egpj.exe")).toBe("gpj.exe");
});

test("a right-to-left name is isolated in a sentence, any other name is unchanged", () => {
  expect(isolateDirection("דוד (2)")).toBe("\u2068דוד (2)\u2069");
  for (const name of ["田中 愛子", "Nguyễn Văn An", ""]) expect(isolateDirection(name)).toBe(name);
});
