import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDraft } from "./draft.ts";
import { rememberRoom, unfinishedIn } from "./drafts-in-room.ts";
import { editKept, nothingKept } from "./kept-draft.ts";

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
  const typed = (text: string) => editKept(nothingKept, { text, version: 0, revision: 1 }, 0);
  keepDraft("linh", "message", "vi", { ...typed("Xin chào"), setAside: "Chào" });
  keepDraft("linh", "message", "en", typed("  "));
  keepDraft("linh", "other message", "vi", typed("Tạm biệt"));
  keepDraft("kenji", "message", "vi", typed("Của Kenji"));
  expect(unfinishedIn("linh", "room").map(({ language, text }) => [language, text])).toEqual([
    ["vi", "Xin chào"],
    ["vi", "Chào"],
  ]);
});
