import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyEdit, emptyDeviceDraft } from "./device-draft.ts";
import { storeDeviceDraft } from "./draft.ts";
import { rememberRoom, unfinishedTranslationsIn } from "./drafts-in-room.ts";

beforeEach(() => {
  const storedValues = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedValues.get(name) ?? null,
    setItem: (name: string, text: string) => storedValues.set(name, text),
    removeItem: (name: string) => storedValues.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a conversation shows the translations that were begun in it, and no others", () => {
  rememberRoom({ id: "message", conversation_id: "room" });
  rememberRoom({ id: "other message", conversation_id: "other room" });
  const afterTyping = (text: string) => applyEdit(emptyDeviceDraft, { text, version: 0, revision: 1 }, 0);
  storeDeviceDraft("linh", "message", "vi", { ...afterTyping("Xin chào"), setAside: "Chào" });
  storeDeviceDraft("linh", "message", "en", afterTyping("  "));
  storeDeviceDraft("linh", "other message", "vi", afterTyping("Tạm biệt"));
  storeDeviceDraft("kenji", "message", "vi", afterTyping("Của Kenji"));
  expect(unfinishedTranslationsIn("linh", "room").map(({ language, text }) => [language, text])).toEqual([
    ["vi", "Xin chào"],
    ["vi", "Chào"],
  ]);
});
