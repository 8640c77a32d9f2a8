import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueuedMessage } from "./stored-sends.ts";
import { readUnsentMessages, removeUnsentMessage, storeUnsentMessage } from "./stored-sends.ts";

// This test has no IndexedDB, so the tested code uses only `localStorage`.

/** Behaves like `localStorage` in a browser: stored keys are own properties of the object. */
class FakeStorage {
  getItem = (name: string): unknown => Reflect.get(this, name) ?? null;
  setItem = (name: string, value: string): void => void Reflect.set(this, name, value);
  removeItem = (name: string): void => void Reflect.deleteProperty(this, name);
}

beforeEach(() => void vi.stubGlobal("localStorage", new FakeStorage()));
afterEach(() => void vi.unstubAllGlobals());

const queuedSend = (client_id: string, localFiles: File[] = []): QueuedMessage => ({
  client_id,
  user_id: "me",
  type: "chat",
  idConversation: "room",
  parent_id: null,
  content: `words of ${client_id}`,
  local: localFiles,
  created_at: "2026-11-23T00:00:00.000Z",
  refusal: null,
});

test("a message being sent is stored at once, before the database has it", async () => {
  storeUnsentMessage(queuedSend("one"));
  storeUnsentMessage({ ...queuedSend("two"), refusal: "too long" });
  expect(await readUnsentMessages()).toEqual([
    queuedSend("one"),
    { ...queuedSend("two"), refusal: "too long" },
  ]);
});

test("a message that arrived is removed from storage", async () => {
  storeUnsentMessage(queuedSend("one"));
  removeUnsentMessage("one");
  expect(await readUnsentMessages()).toEqual([]);
});

test("a message is not stored without its files", async () => {
  storeUnsentMessage(queuedSend("one", [new File(["plan"], "plan.txt")]));
  expect(await readUnsentMessages()).toEqual([]);
});

test("a browser without storage stores nothing and shows no error", async () => {
  vi.stubGlobal("localStorage", undefined);
  storeUnsentMessage(queuedSend("one"));
  removeUnsentMessage("one");
  expect(await readUnsentMessages()).toEqual([]);
});
