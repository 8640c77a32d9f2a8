import type { StoredFile } from "@kakehashi/contract/files";
import { beforeEach, expect, test, vi } from "vitest";
import { type ProjectDraft, readProjectDraft, writeProjectDraft } from "./draft.ts";

const storedTexts = new Map<string, string>();
beforeEach(() => {
  storedTexts.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedTexts.get(name) ?? null,
    setItem: (name: string, text: string) => void storedTexts.set(name, text),
    removeItem: (name: string) => void storedTexts.delete(name),
  });
});

const createStoredFile = (id: string): StoredFile => ({
  id,
  name: "plan.pdf",
  type: "application/pdf",
  category: "application",
  size: 1,
  width: null,
  height: null,
});
const testDraft: ProjectDraft = {
  fields: { name: "Sakura" },
  files: [createStoredFile("old"), createStoredFile("new")],
  savedAt: 0,
};
const hourMs = 3600_000;

test("A draft comes back to its writer alone, and to the project it changes", () => {
  expect(writeProjectDraft("aiko", null, testDraft)).toBe(true);
  expect(readProjectDraft("aiko", null, new Set(), hourMs)).toEqual(testDraft);
  expect(readProjectDraft("an", null, new Set(), hourMs)).toBe(null);
  expect(readProjectDraft("aiko", "p1", new Set(), hourMs)).toBe(null);
  writeProjectDraft("aiko", null, null);
  expect(readProjectDraft("aiko", null, new Set(), hourMs)).toBe(null);
});

test("Files that the server has deleted meanwhile are left out; those of the project stay", () => {
  writeProjectDraft("aiko", "p1", testDraft);
  expect(readProjectDraft("aiko", "p1", new Set(["old"]), 30 * hourMs)?.files).toEqual([
    createStoredFile("old"),
  ]);
});

test("What is no draft is none", () => {
  storedTexts.set("project-draft aiko new", '{"fields":{"name":7},"files":[],"savedAt":1}');
  expect(readProjectDraft("aiko", null, new Set(), 0)).toBe(null);
  storedTexts.set("project-draft aiko new", "{");
  expect(readProjectDraft("aiko", null, new Set(), 0)).toBe(null);
});

test("A browser that stores nothing says so", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(writeProjectDraft("aiko", null, testDraft)).toBe(false);
});
