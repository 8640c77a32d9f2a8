import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftOf, keepDraft, replacementOf } from "./draft.ts";

beforeEach(() => {
  const storedValues = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedValues.get(name) ?? null,
    setItem: (name: string, text: string) => storedValues.set(name, text),
    removeItem: (name: string) => storedValues.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("an unfinished translation is restored, with the version that it started from", () => {
  const draft = { text: "Xin chào", version: 2, revision: 3 };
  keepDraft("linh", "message", "vi", draft);
  expect(draftOf("linh", "message", "vi")).toEqual(draft);
  expect(draftOf("linh", "message", "en")).toBeNull();
  keepDraft("linh", "message", "vi", null);
  expect(draftOf("linh", "message", "vi")).toBeNull();
});

test("another person at the same browser does not see it", () => {
  keepDraft("linh", "message", "vi", { text: "Xin chào", version: 0, revision: 1 });
  expect(draftOf("kenji", "message", "vi")).toBeNull();
});

test.each(["no JSON", "[]", '{"text":1}', "null"])("an invalid stored draft is ignored: %s", (storedText) => {
  localStorage.setItem("translation-draft linh message vi", storedText);
  expect(draftOf("linh", "message", "vi")).toBeNull();
});

test("a text that somebody else saved is told, also one with the very same words; one's own is not", () => {
  const draft = { text: "Xin chào ", version: 0, revision: 1 };
  const saved = (user_id: string, content: string, version = 1) =>
    replacementOf(draft, { user_id, content, version } as MessageTranslation, "linh");
  expect(saved("kenji", "Chào bạn")).toBe("other");
  expect(saved("kenji", "Xin chào")).toBe("same");
  expect(saved("linh", "Xin chào")).toBeNull();
  expect(saved("kenji", "Chào bạn", 0)).toBeNull();
  expect(replacementOf(draft, undefined, "linh")).toBeNull();
});
