import { beforeEach, expect, test, vi } from "vitest";
import { deleteCreationId, getCreationId } from "./creation-id.ts";

const storedItems = new Map<string, string>();
beforeEach(() => {
  storedItems.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, text: string) => storedItems.set(name, text),
    removeItem: (name: string) => storedItems.delete(name),
  });
});

const milestoneBody = { title: "Beta", due_date: "2026-12-01" };

test("The same text is the same attempt until its answer comes", () => {
  const id = getCreationId("aiko", "plan", milestoneBody);
  expect(getCreationId("aiko", "plan", { ...milestoneBody })).toBe(id);
  deleteCreationId("aiko", "plan");
  expect(getCreationId("aiko", "plan", milestoneBody)).not.toBe(id);
});

test("Another text, form or person is another attempt", () => {
  const id = getCreationId("aiko", "plan", milestoneBody);
  const otherIds = [
    getCreationId("aiko", "other plan", milestoneBody),
    getCreationId("kenji", "plan", milestoneBody),
    getCreationId("aiko", "plan", { ...milestoneBody, title: "Beta 2" }),
  ];
  expect(new Set([id, ...otherIds]).size).toBe(4);
});
