import { beforeEach, expect, test, vi } from "vitest";
import { creationIdFor, endCreation } from "./creation-id.ts";

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
  const id = creationIdFor("aiko", "plan", milestoneBody);
  expect(creationIdFor("aiko", "plan", { ...milestoneBody })).toBe(id);
  endCreation("aiko", "plan");
  expect(creationIdFor("aiko", "plan", milestoneBody)).not.toBe(id);
});

test("Another text, form or person is another attempt", () => {
  const id = creationIdFor("aiko", "plan", milestoneBody);
  const otherIds = [
    creationIdFor("aiko", "other plan", milestoneBody),
    creationIdFor("kenji", "plan", milestoneBody),
    creationIdFor("aiko", "plan", { ...milestoneBody, title: "Beta 2" }),
  ];
  expect(new Set([id, ...otherIds]).size).toBe(4);
});
