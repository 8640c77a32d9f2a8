import { emptyFlow } from "@kakehashi/contract/flows/flow";
import { expect, test } from "vitest";
import { differencesOf, hasDifferences } from "./differences.ts";
import { createEditor } from "./editor.ts";
import { insertBlock, moveGroups } from "./edits.ts";

const textBlock = (id: string) => ({ id, type: "text" as const, text: {} });

test("A block that is added after somebody tried to publish shows no errors yet", () => {
  const editor = createEditor(emptyFlow(), "en");
  editor.edit((flow) => insertBlock(flow, "start", textBlock("old")));
  expect(editor.get().idsWithErrors.has("old")).toBe(false);
  editor.showErrors();
  editor.edit((flow) => insertBlock(flow, "start", textBlock("new")));
  expect([...editor.get().idsWithErrors]).toEqual(["start", "old"]);
  editor.showErrors();
  expect(editor.get().idsWithErrors.has("new")).toBe(true);
});

test("Drafts that differ only in where a group stands have nothing to go back to", () => {
  const before = insertBlock(emptyFlow(), "start", textBlock("a"));
  const movedFlow = moveGroups(before, new Map([["start", { x: 900, y: 20 }]]));
  expect([hasDifferences(before, before), hasDifferences(before, movedFlow)]).toEqual([false, false]);
  expect(differencesOf(before, movedFlow).blocks).toEqual([]);
  expect(hasDifferences(before, insertBlock(before, "start", textBlock("b")))).toBe(true);
});
