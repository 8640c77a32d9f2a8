import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { expect, test } from "vitest";
import { exitOfProblem, shownExitsOf, unconnectedExitTextKeyOf } from "./exits.ts";

const conditionBlock: FlowBlock = {
  id: "c",
  type: "condition",
  items: [{ id: "first", match: "all", tests: [{ variable_id: "n", operator: "is_set", value: "" }] }],
};
const choicesBlock: FlowBlock = {
  id: "q",
  type: "choices",
  text: {},
  items: [{ id: "yes", label: {} }],
  retry: {},
  tries: 3,
};
const listOutcomesWithoutLine = (block: FlowBlock, isLast: boolean) =>
  shownExitsOf(block, true, false).map((blockExit) => unconnectedExitTextKeyOf(block, blockExit, isLast));

test("In the middle of a group all ways without a line go to the next block, also those of a condition", () => {
  expect(listOutcomesWithoutLine(conditionBlock, false)).toEqual(["nextBlock", "nextBlock"]);
  expect(listOutcomesWithoutLine(conditionBlock, true)).toEqual(["nothingNext", "nothingNext"]);
  expect(listOutcomesWithoutLine(choicesBlock, false)).toEqual(["nextBlock", "asksAgain"]);
});

test("A problem of a line names its way, and a problem of a field does not", () => {
  const exitKindOfProblem = (block: FlowBlock, code: string, field: string | null) =>
    exitOfProblem(block, { code, field })?.itemId;
  expect(exitKindOfProblem(conditionBlock, "dead_end", "items.0")).toBe("first");
  expect(exitKindOfProblem(conditionBlock, "dead_end", "else")).toBe("else");
  expect(exitKindOfProblem(conditionBlock, "missing_target", "first")).toBe("first");
  expect(exitKindOfProblem(choicesBlock, "dead_end", "items.0")).toBe("yes");
  expect(exitKindOfProblem(choicesBlock, "missing_language", "items.0.label.en")).toBeUndefined();
  expect(exitKindOfProblem(choicesBlock, "missing", "items")).toBeUndefined();
});
