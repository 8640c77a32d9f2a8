import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { expect, test } from "vitest";
import { exitOfProblem, exitsShown, withoutLine } from "./exits.ts";

const condition: FlowBlock = {
  id: "c",
  type: "condition",
  items: [{ id: "first", match: "all", tests: [{ variable_id: "n", operator: "is_set", value: "" }] }],
};
const choices: FlowBlock = {
  id: "q",
  type: "choices",
  text: {},
  items: [{ id: "yes", label: {} }],
  retry: {},
  tries: 3,
};
const fates = (block: FlowBlock, isLast: boolean) =>
  exitsShown(block, true, false).map((exit) => withoutLine(block, exit, isLast));

test("In the middle of a group all ways without a line go to the next block, also those of a condition", () => {
  expect(fates(condition, false)).toEqual(["nextBlock", "nextBlock"]);
  expect(fates(condition, true)).toEqual(["nothingNext", "nothingNext"]);
  expect(fates(choices, false)).toEqual(["nextBlock", "asksAgain"]);
});

test("A problem of a line names its way, and a problem of a field does not", () => {
  const way = (block: FlowBlock, code: string, field: string | null) =>
    exitOfProblem(block, { code, field })?.itemId;
  expect(way(condition, "dead_end", "items.0")).toBe("first");
  expect(way(condition, "dead_end", "else")).toBe("else");
  expect(way(condition, "missing_target", "first")).toBe("first");
  expect(way(choices, "dead_end", "items.0")).toBe("yes");
  expect(way(choices, "missing_language", "items.0.label.en")).toBeUndefined();
  expect(way(choices, "missing", "items")).toBeUndefined();
});
