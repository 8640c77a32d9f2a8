import { beforeEach, expect, test, vi } from "vitest";
import {
  applyDraftChanges,
  changedFieldsOf,
  type FormDraft,
  readFormDraft,
  writeFormDraft,
} from "./form-draft.ts";

const storedItems: Record<string, string> = {};
const storageMethods = {
  getItem: (name: string) => storedItems[name] ?? null,
  setItem: (name: string, text: string) => {
    storedItems[name] = text;
  },
  removeItem: (name: string) => delete storedItems[name],
};
beforeEach(() => {
  for (const name of Object.keys(storedItems)) delete storedItems[name];
  // Behaves like the browser's storage: stored keys are own properties of the object.
  vi.stubGlobal("localStorage", Object.setPrototypeOf(storedItems, storageMethods));
});

const testDraft: FormDraft = { changes: { title: "Sakura" }, version: 3, savedAt: 1_000 };
const dayMs = 24 * 3600_000;

test("A draft comes back to its writer alone, and to the form it was typed into", () => {
  expect(writeFormDraft("aiko", "code new", testDraft)).toBe(true);
  expect(readFormDraft("aiko", "code new", dayMs)).toEqual(testDraft);
  expect(readFormDraft("an", "code new", dayMs)).toBe(null);
  expect(readFormDraft("aiko", "code a", dayMs)).toBe(null);
  writeFormDraft("aiko", "code new", null);
  expect(readFormDraft("aiko", "code new", dayMs)).toBe(null);
});

test("A draft of a form that nobody opens again is deleted after 30 days", () => {
  writeFormDraft("aiko", "code gone", testDraft);
  expect(readFormDraft("aiko", "code new", 29 * dayMs)).toBe(null);
  expect(Object.keys(storedItems)).toEqual(["form-draft aiko code gone"]);
  expect(readFormDraft("aiko", "code new", 31 * dayMs)).toBe(null);
  expect(Object.keys(storedItems)).toEqual([]);
});

test("What is no draft is none", () => {
  for (const text of ['{"changes":{"title":7},"version":0,"savedAt":1}', "{", "null", '{"changes":null}']) {
    storedItems["form-draft aiko code new"] = text;
    expect(readFormDraft("aiko", "code new", 0)).toBe(null);
  }
});

test("Only changed fields are kept: the others follow what is saved meanwhile", () => {
  const changes = changedFieldsOf({ title: "Mine", language: "go" }, { title: "Old", language: "go" });
  expect(changes).toEqual({ title: "Mine" });
  const savedFields = { title: "Theirs", language: "rust" };
  expect(applyDraftChanges(savedFields, { ...testDraft, changes })).toEqual({
    title: "Mine",
    language: "rust",
  });
  expect(applyDraftChanges(savedFields, { ...testDraft, changes: { gone: "x" } })).toEqual(savedFields);
  expect(applyDraftChanges(savedFields, null)).toEqual(savedFields);
});
