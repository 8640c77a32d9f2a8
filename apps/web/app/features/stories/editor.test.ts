import { createEmptyFlow } from "@kakehashi/contract/flows/flow";
import { expect, test } from "vitest";
import { differencesOf, hasDifferences } from "./differences.ts";
import { createStoryEditor } from "./editor.ts";
import { insertBlock, moveGroups } from "./edits.ts";

const textBlock = (id: string) => ({ id, type: "text" as const, text: {} });

test("A block that is added after somebody tried to publish shows no errors yet", () => {
  const editor = createStoryEditor(createEmptyFlow(), "en");
  editor.edit((flow) => insertBlock(flow, "start", textBlock("old")));
  expect(editor.get().partIdsShowingErrors.has("old")).toBe(false);
  editor.showErrors();
  editor.edit((flow) => insertBlock(flow, "start", textBlock("new")));
  expect([...editor.get().partIdsShowingErrors]).toEqual(["start", "old"]);
  editor.showErrors();
  expect(editor.get().partIdsShowingErrors.has("new")).toBe(true);
});

test("Drafts that differ only in where a group stands have nothing to go back to", () => {
  const flowBefore = insertBlock(createEmptyFlow(), "start", textBlock("a"));
  const movedFlow = moveGroups(flowBefore, new Map([["start", { x: 900, y: 20 }]]));
  expect([hasDifferences(flowBefore, flowBefore), hasDifferences(flowBefore, movedFlow)]).toEqual([
    false,
    false,
  ]);
  expect(differencesOf(flowBefore, movedFlow).blocks).toEqual([]);
  expect(hasDifferences(flowBefore, insertBlock(flowBefore, "start", textBlock("b")))).toBe(true);
});
