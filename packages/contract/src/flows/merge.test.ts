import fc from "fast-check";
import { expect, test } from "vitest";
import type { FlowBlock } from "./blocks.ts";
import { type Flow, flowSchema } from "./flow.ts";
import { mergeFlows } from "./merge.ts";
import { isSameJson } from "./same-json.ts";
import { buildTestFlow, createTestEdge, createTestEndBlock, createTestSayBlock } from "./test-flows.ts";

// These tests merge two changes that two people made to one story at the same time.

const baseFlow = buildTestFlow(
  {
    start: [createTestSayBlock("a"), createTestSayBlock("b")],
    next: [createTestSayBlock("c"), createTestEndBlock()],
  },
  [createTestEdge("b", "next")],
);

const changeBlockText = (flow: Flow, id: string, text: string): Flow => ({
  ...flow,
  groups: flow.groups.map((group) => ({
    ...group,
    blocks: group.blocks.map(
      (block): FlowBlock => (block.id === id ? createTestSayBlock(id, { en: text }) : block),
    ),
  })),
});
const deleteBlock = (flow: Flow, id: string): Flow => ({
  ...flow,
  groups: flow.groups.map((group) => ({ ...group, blocks: group.blocks.filter((block) => block.id !== id) })),
  edges: flow.edges.filter(({ from }) => from.block_id !== id),
});
const listBlocks = (flow: Flow) => flow.groups.flatMap(({ blocks }) => blocks);
const findBlockText = (flow: Flow, id: string) =>
  listBlocks(flow).flatMap((block) => (block.id === id && block.type === "text" ? [block.text.en] : []))[0];

test("Changes of two different blocks are both kept", () => {
  const { flow, overwrittenBlockIds } = mergeFlows(
    baseFlow,
    changeBlockText(baseFlow, "a", "mine"),
    changeBlockText(baseFlow, "c", "theirs"),
  );
  expect([findBlockText(flow, "a"), findBlockText(flow, "c"), overwrittenBlockIds]).toEqual([
    "mine",
    "theirs",
    [],
  ]);
});

test("If both sides change one block, mine stays, and its id is in `overwritten`", () => {
  const { flow, overwrittenBlockIds } = mergeFlows(
    baseFlow,
    changeBlockText(baseFlow, "a", "mine"),
    changeBlockText(baseFlow, "a", "theirs"),
  );
  expect([findBlockText(flow, "a"), overwrittenBlockIds]).toEqual(["mine", ["a"]]);
});

test("Texts of one block in different languages are all kept, and only the same text is overwritten", () => {
  const question: FlowBlock = {
    id: "q",
    type: "choices",
    text: { en: "Which day?" },
    items: [{ id: "x", label: { en: "Today" } }],
    retry: {},
    tries: 3,
  };
  const createFlowWithQuestion = (change: object) =>
    buildTestFlow({ start: [{ ...question, ...change } as FlowBlock, createTestEndBlock()] }, []);
  const createItemsWithLabel = (texts: object) => [{ id: "x", label: { en: "Today", ...texts } }];
  const myFlow = createFlowWithQuestion({
    text: { en: "What day?", vi: "Ngày nào?" },
    items: createItemsWithLabel({ ja: "今日" }),
    tries: 5,
  });
  const theirFlow = createFlowWithQuestion({
    text: { en: "Which day?", ja: "何日ですか？" },
    items: createItemsWithLabel({ vi: "Hôm nay" }),
  });
  const { flow, overwrittenBlockIds } = mergeFlows(createFlowWithQuestion({}), myFlow, theirFlow);
  expect(overwrittenBlockIds).toEqual([]);
  expect(listBlocks(flow)[0]).toEqual({
    ...question,
    text: { en: "What day?", vi: "Ngày nào?", ja: "何日ですか？" },
    items: createItemsWithLabel({ vi: "Hôm nay", ja: "今日" }),
    tries: 5,
  });
  const mergedTexts = mergeFlows(
    createFlowWithQuestion({}),
    createFlowWithQuestion({ text: { en: "A" } }),
    createFlowWithQuestion({ text: { en: "B", vi: "C" } }),
  );
  expect(mergedTexts.overwrittenBlockIds).toEqual(["q"]);
  expect(listBlocks(mergedTexts.flow)[0]).toMatchObject({ text: { en: "A", vi: "C" } });
});

test("A block that one side changed stays with its edges, even if the other side deleted it", () => {
  const myFlow = deleteBlock(baseFlow, "b");
  const { flow } = mergeFlows(baseFlow, myFlow, changeBlockText(baseFlow, "b", "theirs"));
  expect(findBlockText(flow, "b")).toBe("theirs");
  expect(flow.edges).toHaveLength(1);
  const flowWithoutNextGroup = { ...baseFlow, groups: baseFlow.groups.slice(0, 1), edges: [] };
  expect(
    mergeFlows(baseFlow, flowWithoutNextGroup, changeBlockText(baseFlow, "c", "theirs")).flow.groups,
  ).toHaveLength(2);
});

test("If one side moves a group and the other renames it, both changes are kept", () => {
  const createNextGroupFields = (fields: object) => ({
    ...baseFlow,
    groups: baseFlow.groups.map((group) => (group.id === "next" ? { ...group, ...fields } : group)),
  });
  const { flow } = mergeFlows(
    baseFlow,
    createNextGroupFields({ x: 50 }),
    createNextGroupFields({ title: "Thanks" }),
  );
  expect(flow.groups[1]).toMatchObject({ x: 50, title: "Thanks" });
});

test("If both sides create a variable with the same name, one variable is left", () => {
  const addVariable = (id: string): Flow => {
    const block: FlowBlock = { id: `set-${id}`, type: "set", variable_id: id, operation: "clear", value: "" };
    return {
      ...baseFlow,
      groups: baseFlow.groups.map((group, index) =>
        index === 0 ? { ...group, blocks: [...group.blocks, block] } : group,
      ),
      variables: [...baseFlow.variables, { id, name: "phone", initial: null }],
    };
  };
  const { flow } = mergeFlows(baseFlow, addVariable("m"), addVariable("t"));
  expect(flow.variables.map(({ id }) => id)).toEqual(["n", "t"]);
  expect(listBlocks(flow).flatMap((block) => (block.type === "set" ? [block.variable_id] : []))).toEqual([
    "t",
    "t",
  ]);
});

test("JSON with its keys in another order is the same; arrays in another order are not", () => {
  expect(isSameJson({ a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1, d: undefined })).toBe(true);
  expect(isSameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});

/** A story of six blocks in three groups, to which each test applies changes. A `MergeStep` is one such change. */
const largeFlow = buildTestFlow(
  {
    start: [createTestSayBlock("b0"), createTestSayBlock("b1")],
    g1: [createTestSayBlock("b2"), createTestSayBlock("b3")],
    g2: [createTestSayBlock("b4"), createTestEndBlock("b5")],
  },
  [createTestEdge("b1", "g1"), createTestEdge("b3", "g2")],
);
const blockIds = ["b0", "b1", "b2", "b3", "b4"];
type MergeStep =
  | { action: "change" | "remove"; id: string; text: string }
  | { action: "add" | "move"; id: string; group: string };
const arbitraryStepOfSide = (id: fc.Arbitrary<string>): fc.Arbitrary<MergeStep> =>
  fc.oneof(
    fc.record({ action: fc.constantFrom("change" as const, "remove" as const), id, text: fc.string() }),
    fc.record({
      action: fc.constantFrom("add" as const, "move" as const),
      id,
      group: fc.constantFrom("start", "g1", "g2"),
    }),
  );

function applyStep(flow: Flow, step: MergeStep, author: string): Flow {
  if (step.action === "change") return changeBlockText(flow, step.id, step.text);
  if (!("group" in step)) return deleteBlock(flow, step.id);
  const { group: to } = step;
  const block =
    step.action === "add"
      ? createTestSayBlock(`${author}-${step.id}`)
      : listBlocks(flow).find(({ id }) => id === step.id);
  if (!block) return flow;
  return {
    ...flow,
    groups: deleteBlock(flow, block.id).groups.map((group) =>
      group.id === to ? { ...group, blocks: [block, ...group.blocks] } : group,
    ),
  };
}
const applySteps = (steps: readonly MergeStep[], author: string) =>
  steps.reduce((flow, step) => applyStep(flow, step, author), largeFlow);

test("All changes that two people make to different blocks are kept, and the result is a valid flow", () => {
  const arbitrarySteps = (from: number, to: number) =>
    fc.array(arbitraryStepOfSide(fc.constantFrom(...blockIds.slice(from, to))), { maxLength: 8 });
  fc.assert(
    fc.property(arbitrarySteps(0, 2), arbitrarySteps(2, 5), (mySteps, theirSteps) => {
      const [myFlow, theirFlow] = [applySteps(mySteps, "m"), applySteps(theirSteps, "t")];
      const { flow, overwrittenBlockIds } = mergeFlows(largeFlow, myFlow, theirFlow);
      expect(overwrittenBlockIds).toEqual([]);
      flowSchema.parse(flow);
      const mapGroupsByBlock = (flow: Flow) =>
        new Map(
          flow.groups.flatMap((group) => group.blocks.map((block) => [block.id, { group: group.id, block }])),
        );
      const [myGroupIds, t, result] = [
        mapGroupsByBlock(myFlow),
        mapGroupsByBlock(theirFlow),
        mapGroupsByBlock(flow),
      ];
      const isChangedByMe = (id: string) => ["b0", "b1"].includes(id) || id.startsWith("m-");
      const expected = new Map([...t].filter(([id]) => !isChangedByMe(id)));
      for (const [id, myGroup] of myGroupIds) if (isChangedByMe(id)) expected.set(id, myGroup);
      expect(new Map([...result].sort())).toEqual(new Map([...expected].sort()));
    }),
  );
});

test("Any two changes merge into a valid flow, and a merge with an unchanged side equals the other side", () => {
  const steps = fc.array(arbitraryStepOfSide(fc.constantFrom(...blockIds)), { maxLength: 10 });
  fc.assert(
    fc.property(steps, steps, (mySteps, theirSteps) => {
      const [myFlow, theirFlow] = [applySteps(mySteps, "m"), applySteps(theirSteps, "t")];
      flowSchema.parse(mergeFlows(largeFlow, myFlow, theirFlow).flow);
      expect(mergeFlows(largeFlow, largeFlow, theirFlow)).toEqual({
        flow: theirFlow,
        overwrittenBlockIds: [],
      });
      expect(mergeFlows(largeFlow, myFlow, largeFlow).flow).toEqual(myFlow);
      expect(mergeFlows(largeFlow, myFlow, myFlow).flow).toEqual(myFlow);
    }),
  );
});
