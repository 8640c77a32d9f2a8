import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { createEmptyFlow, type Flow, flowSchema } from "@kakehashi/contract/flows/flow";
import { expect, test } from "vitest";
import { parseCopiedParts, pasteGroups, serializeCopiedGroups } from "./clipboard.ts";
import { differencesOf } from "./differences.ts";
import { createStoryEditor } from "./editor.ts";
import {
  addGroup,
  addVariable,
  changeVariable,
  connectExitToGroup,
  insertBlock,
  moveBlock,
  removeGroups,
  replaceBlock,
} from "./edits.ts";
import { edgeStartOfHandle, handleIdOf, shownExitsOf } from "./exits.ts";
import { groupShapeOf } from "./geometry.ts";
import { createBlock } from "./new-block.ts";
import { playStory } from "./play.ts";

const createTextBlock = (id: string, en = id): FlowBlock => ({ id, type: "text", text: { en } });
const choicesBlock: FlowBlock = {
  id: "c",
  type: "choices",
  text: { en: "Which?" },
  items: [
    { id: "yes", label: { en: "Yes" } },
    { id: "no", label: { en: "No" } },
  ],
  retry: {},
  tries: 3,
};

/** A story with a question in its first group. The question's first answer leads to the second group. */
function createBookingFlow(): Flow {
  const flowWithQuestion = insertBlock(createEmptyFlow(), "start", choicesBlock);
  const flowWithTwoGroups = addGroup(
    flowWithQuestion,
    { x: 400, y: 0 },
    [createTextBlock("t"), { id: "e", type: "end" }],
    "thanks",
  );
  return connectExitToGroup(flowWithTwoGroups, { block_id: "c", item_id: "yes" }, "thanks");
}
const blockIdsByGroup = (flow: Flow) => flow.groups.map(({ blocks }) => blocks.map(({ id }) => id));

test("every kind of block that is added can be saved", () => {
  for (const type of [
    "text",
    "image",
    "file",
    "card",
    "choices",
    "ask",
    "condition",
    "set",
    "wait",
    "jump",
    "request",
    "handoff",
    "tag",
    "end",
  ] as const)
    flowSchema.parse(insertBlock(createEmptyFlow(), "start", createBlock(type)));
});

test("a block moves within its group and to another one, and keeps its lines", () => {
  const flow = insertBlock(createBookingFlow(), "start", createTextBlock("first"), 0);
  expect(blockIdsByGroup(moveBlock(flow, "first", "start", 2))).toEqual([
    ["c", "first"],
    ["t", "e"],
  ]);
  const movedFlow = moveBlock(flow, "c", "thanks", 1);
  expect(blockIdsByGroup(movedFlow)).toEqual([["first"], ["t", "c", "e"]]);
  expect(movedFlow.edges).toEqual(flow.edges);
});

test("an exit has one line; an answer that is taken away takes its line along", () => {
  const flow = createBookingFlow();
  const reconnectedFlow = connectExitToGroup(flow, { block_id: "c", item_id: "yes" }, "start");
  expect(reconnectedFlow.edges.map(({ to }) => to.group_id)).toEqual(["start"]);
  expect(replaceBlock(flow, { ...choicesBlock, items: choicesBlock.items.slice(1) }).edges).toEqual([]);
});

test("a story that loses its first group begins with another, and never has none", () => {
  const flow = removeGroups(createBookingFlow(), new Set(["start"]));
  expect([flow.start, flow.edges]).toEqual(["thanks", []]);
  expect(removeGroups(flow, new Set(["thanks"])).groups).toHaveLength(1);
});

test("a variable's new name is written into the texts that ask for it, and into no other", () => {
  const variable = { id: "v", name: "name", initial: null };
  const flow = addVariable(
    insertBlock(createBookingFlow(), "start", createTextBlock("hi", "Hi {{ name }}, {{names}}")),
    variable,
  );
  const renamedFlow = changeVariable(flow, { ...variable, name: "guest" });
  expect(renamedFlow.groups[0]?.blocks[1]).toEqual(createTextBlock("hi", "Hi {{guest}}, {{names}}"));
  expect(renamedFlow.groups[1]).toBe(flow.groups[1]);
});

test("undo and redo lead through every step, and a word that is typed is one", () => {
  const editor = createStoryEditor(createEmptyFlow(), "en");
  editor.edit((flow) => insertBlock(flow, "start", createTextBlock("a", "")));
  for (const text of ["H", "Hi"])
    editor.edit((flow) => replaceBlock(flow, createTextBlock("a", text)), "a text");
  const lastFlow = editor.get().flow;
  editor.undo();
  expect(editor.get().flow.groups[0]?.blocks).toEqual([createTextBlock("a", "")]);
  editor.undo();
  expect(editor.get().flow).toEqual(createEmptyFlow());
  editor.redo();
  editor.redo();
  expect(editor.get().flow).toBe(lastFlow);
});

test("undo takes back one's own steps, and nothing that somebody else has saved meanwhile", () => {
  const baseFlow = insertBlock(createEmptyFlow(), "start", createTextBlock("a"));
  const editor = createStoryEditor(baseFlow, "en");
  editor.edit((flow) => replaceBlock(flow, createTextBlock("a", "mine")));
  editor.mergeChange(baseFlow, insertBlock(baseFlow, "start", createTextBlock("b", "theirs")));
  expect(editor.get().flow.groups[0]?.blocks).toEqual([
    createTextBlock("a", "mine"),
    createTextBlock("b", "theirs"),
  ]);
  editor.undo();
  expect(editor.get().flow.groups[0]?.blocks).toEqual([createTextBlock("a"), createTextBlock("b", "theirs")]);
  editor.redo();
  expect(editor.get().flow.groups[0]?.blocks).toEqual([
    createTextBlock("a", "mine"),
    createTextBlock("b", "theirs"),
  ]);
});

test("a handle's name says which exit it is, and a group is as high as what it shows", () => {
  expect(edgeStartOfHandle(handleIdOf("c", "yes"))).toEqual({ block_id: "c", item_id: "yes" });
  expect(edgeStartOfHandle(handleIdOf("t", undefined))).toEqual({ block_id: "t" });
  expect(shownExitsOf(choicesBlock, true, false).map(({ itemId }) => itemId)).toEqual(["yes", "no", "else"]);
  const [shape] = createBookingFlow().groups.map((group) => groupShapeOf(group, new Set()));
  expect(shape?.handles).toHaveLength(4);
  expect(shape?.height).toBe(44 + 52 + 3 * 28 + 44);
});

test("what is copied from one story is pasted into another with new ids and the variables by their names", async () => {
  const variable = { id: "v", name: "day", initial: null };
  const setDayBlock: FlowBlock = {
    id: "s",
    type: "set",
    variable_id: "v",
    operation: "text",
    value: "{{day}}",
  };
  const sourceFlow = insertBlock(addVariable(createBookingFlow(), variable), "thanks", setDayBlock, 0);
  const text = serializeCopiedGroups(sourceFlow, new Set(["start", "thanks"]), null);
  const copiedParts = await parseCopiedParts(text);
  const targetFlow = addVariable(createBookingFlow(), { ...variable, id: "other" });
  if (!copiedParts) throw new Error("What was copied cannot be read");
  const { flow } = pasteGroups(targetFlow, copiedParts, { x: 0, y: 500 });
  flowSchema.parse(flow);
  expect(flow.groups).toHaveLength(4);
  expect(flow.variables).toHaveLength(1);
  expect(flow.groups[3]?.blocks[0]).toMatchObject({ type: "set", variable_id: "other" });
  const [line] = flow.edges.slice(1);
  expect(line?.to.group_id).toBe(flow.groups[3]?.id);
  expect(flow.groups[2]?.blocks[0]).toMatchObject({ id: line?.from.block_id });
});

test("a clipboard with something else, or with what no story could be, is not pasted", async () => {
  const text = serializeCopiedGroups(createBookingFlow(), new Set(["start"]), null);
  for (const changedText of ["hello", "{}", text.slice(0, -4), text.replace('"choices"', '"script"')])
    expect(await parseCopiedParts(changedText)).toBeNull();
});

test("differences name each block that was added, removed, changed or moved", () => {
  const flowBefore = createBookingFlow();
  const changedFlow = replaceBlock(flowBefore, createTextBlock("t", "Thank you"));
  const movedFlow = moveBlock(insertBlock(changedFlow, "start", createTextBlock("new")), "e", "start", 2);
  const { blocks, lines } = differencesOf(
    flowBefore,
    connectExitToGroup(movedFlow, { block_id: "c", item_id: "no" }, "thanks"),
  );
  expect(blocks.map(({ kind, block }) => [kind, block.id])).toEqual([
    ["added", "new"],
    ["moved", "e"],
    ["changed", "t"],
  ]);
  expect(blocks[2]?.fieldDifferences).toEqual([{ language: "en", before: "t", after: "Thank you" }]);
  expect(lines).toBe(1);
});

test("a preview goes through other stories, and waits for a draft that is not loaded", () => {
  const flowWithJump = insertBlock(createEmptyFlow(), "start", { id: "j", type: "jump", flow_id: "two" });
  const events = [{ type: "start", today: "2026-01-05" } as const];
  const playOptions = { storyId: "one", languages: ["en"], language: "en", events } as const;
  const playWithOtherStory = (otherStory: Flow | null | undefined) =>
    playStory({ ...playOptions, findDraft: (id) => (id === "one" ? flowWithJump : otherStory) });
  expect(playWithOtherStory(undefined).unloadedStoryId).toBe("two");
  expect(playWithOtherStory(null).session.state.kind).toBe("ended");
  expect(playWithOtherStory(createBookingFlow())).toMatchObject({
    currentStoryId: "two",
    session: { state: { kind: "asking" } },
  });
});
