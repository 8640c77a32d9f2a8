import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyWriterEdit, emptyDeviceDraft } from "./device-draft.ts";
import { storeDeviceDraft } from "./draft.ts";
import { readUnfinishedTranslations, rememberRoomOfMessage } from "./drafts-in-room.ts";

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
  rememberRoomOfMessage({ id: "message", conversation_id: "room" });
  rememberRoomOfMessage({ id: "other message", conversation_id: "other room" });
  const draftAfterTyping = (text: string) =>
    applyWriterEdit(emptyDeviceDraft, { text, version: 0, revision: 1 }, 0);
  storeDeviceDraft("linh", "message", "vi", { ...draftAfterTyping("Xin chào"), setAside: "Chào" });
  storeDeviceDraft("linh", "message", "en", draftAfterTyping("  "));
  storeDeviceDraft("linh", "other message", "vi", draftAfterTyping("Tạm biệt"));
  storeDeviceDraft("kenji", "message", "vi", draftAfterTyping("Của Kenji"));
  expect(readUnfinishedTranslations("linh", "room").map(({ language, text }) => [language, text])).toEqual([
    ["vi", "Xin chào"],
    ["vi", "Chào"],
  ]);
});
