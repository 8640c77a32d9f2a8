import { beforeEach, expect, test, vi } from "vitest";
import { creationIdFor, endCreation } from "./creation-id.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
});

const body = { title: "Beta", due_date: "2026-12-01" };

test("The same text is the same attempt until its answer comes", () => {
  const id = creationIdFor("aiko", "plan", body);
  expect(creationIdFor("aiko", "plan", { ...body })).toBe(id);
  endCreation("aiko", "plan");
  expect(creationIdFor("aiko", "plan", body)).not.toBe(id);
});

test("Another text, form or person is another attempt", () => {
  const id = creationIdFor("aiko", "plan", body);
  const others = [
    creationIdFor("aiko", "other plan", body),
    creationIdFor("kenji", "plan", body),
    creationIdFor("aiko", "plan", { ...body, title: "Beta 2" }),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});
