import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftOf, keepDraft } from "./draft.ts";

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
