import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TranslationDraft } from "./device-draft.ts";
import { applyWriterEdit, emptyDeviceDraft } from "./device-draft.ts";
import {
  deleteDeviceDraft,
  findTranslationChangeByOthers,
  readDeviceDraft,
  readTranslationDraft,
  storeDeviceDraft,
} from "./draft.ts";

const typedDraft = (draft: TranslationDraft) => applyWriterEdit(emptyDeviceDraft, draft, 0);

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
  storeDeviceDraft("linh", "message", "vi", typedDraft(draft));
  expect(readDeviceDraft("linh", "message", "vi")).toEqual(typedDraft(draft));
  expect(readTranslationDraft("linh", "message", "vi")).toEqual(draft);
  expect(readTranslationDraft("linh", "message", "en")).toBeNull();
  deleteDeviceDraft("linh", "message", "vi", typedDraft(draft));
  expect(readTranslationDraft("linh", "message", "vi")).toBeNull();
});

test("a draft that was submitted takes no newer text of another tab with it", () => {
  const newerDraft = applyWriterEdit(emptyDeviceDraft, { text: "Thẻ khác", version: 0, revision: 1 }, 2_000);
  storeDeviceDraft("linh", "message", "vi", newerDraft);
  deleteDeviceDraft("linh", "message", "vi", typedDraft({ text: "Xin", version: 0, revision: 1 }));
  expect(readDeviceDraft("linh", "message", "vi")).toEqual(newerDraft);
});

test("a draft that an earlier version stored is still there, and the server does not have it", () => {
  const draft = { text: "Xin chào", version: 2, revision: 3 };
  localStorage.setItem("translation-draft linh message vi", JSON.stringify(draft));
  expect(readDeviceDraft("linh", "message", "vi")).toMatchObject({ draft, unsaved: true, base: null });
});

test("what another tab has yet to save is not replaced by older words", () => {
  const newerDraft = applyWriterEdit(emptyDeviceDraft, { text: "Xin chào", version: 0, revision: 1 }, 2_000);
  storeDeviceDraft("linh", "message", "vi", newerDraft);
  storeDeviceDraft("linh", "message", "vi", {
    ...typedDraft({ text: "Xin", version: 0, revision: 1 }),
    unsaved: false,
  });
  expect(readDeviceDraft("linh", "message", "vi")).toEqual(newerDraft);
});

test("another person at the same browser does not see it", () => {
  storeDeviceDraft("linh", "message", "vi", typedDraft({ text: "Xin chào", version: 0, revision: 1 }));
  expect(readTranslationDraft("kenji", "message", "vi")).toBeNull();
});

test.each(["no JSON", "[]", '{"text":1}', "null"])("an invalid stored draft is ignored: %s", (storedText) => {
  localStorage.setItem("translation-draft linh message vi", storedText);
  expect(readTranslationDraft("linh", "message", "vi")).toBeNull();
});

test("a text that somebody else saved is told, also one with the very same words; one's own is not", () => {
  const draft = { text: "Xin chào ", version: 0, revision: 1 };
  const createSavedTranslation = (user_id: string, content: string, version = 1) =>
    findTranslationChangeByOthers(draft, { user_id, content, version } as MessageTranslation, "linh");
  expect(createSavedTranslation("kenji", "Chào bạn")).toBe("other");
  expect(createSavedTranslation("kenji", "Xin chào")).toBe("same");
  expect(createSavedTranslation("linh", "Xin chào")).toBeNull();
  expect(createSavedTranslation("kenji", "Chào bạn", 0)).toBeNull();
  expect(findTranslationChangeByOthers(draft, undefined, "linh")).toBeNull();
});
