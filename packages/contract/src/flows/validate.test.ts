import { expect, test } from "vitest";
import { languages } from "../languages.ts";
import type { FlowBlock } from "./blocks.ts";
import type { Flow } from "./flow.ts";
import type { FlowValidationOptions } from "./problems.ts";
import {
  buildTestFlow,
  createTestAskBlock,
  createTestChoicesBlock,
  createTestEdge,
  createTestEndBlock,
  createTestSayBlock,
} from "./test-flows.ts";
import { findPublishingProblems, formatProblemText } from "./validate.ts";

const validatorOptions: FlowValidationOptions = { languages: ["en"], platforms: ["WEB"] };
const listProblems = (flow: Flow, options: Partial<FlowValidationOptions> = {}) =>
  findPublishingProblems(flow, { ...validatorOptions, ...options }).map(
    ({ code, block_id, group_id, field }) => `${code} ${block_id ?? group_id}${field ? ` ${field}` : ""}`,
  );

test("A complete flow has no problems", () => {
  const flow = buildTestFlow(
    {
      start: [createTestSayBlock("hi"), createTestAskBlock("name", "n")],
      thanks: [createTestSayBlock("Thanks {{n}}"), createTestEndBlock()],
    },
    [createTestEdge("name", "thanks")],
  );
  expect(listProblems(flow)).toEqual([]);
});

test("An empty start, an empty group and an unreachable block are problems", () => {
  expect(
    listProblems(buildTestFlow({ start: [], other: [], far: [createTestEndBlock("far-end")] }, [])),
  ).toEqual(["no_start start", "empty_group other", "unreachable far-end"]);
});

test("Blocks after a block whose edge leads to another group are unreachable", () => {
  const flow = buildTestFlow(
    {
      start: [createTestSayBlock("a"), createTestSayBlock("b"), createTestEndBlock()],
      other: [createTestEndBlock("stop")],
    },
    [createTestEdge("a", "other")],
  );
  expect(listProblems(flow)).toEqual(["unreachable b", "unreachable end"]);
});

test("Each exit that leads nowhere is a dead end, also that of a single item", () => {
  expect(listProblems(buildTestFlow({ start: [createTestSayBlock("a")] }, []))).toEqual(["dead_end a"]);
  const flow = buildTestFlow(
    { start: [createTestChoicesBlock("q", ["yes", "no"])], yes: [createTestEndBlock()] },
    [createTestEdge("q", "yes", "yes")],
  );
  expect(listProblems(flow)).toEqual(["dead_end q items.1"]);
  const conditionTest = { variable_id: "n", operator: "is_set", value: "" } as const;
  const forkBlock: FlowBlock = {
    id: "c",
    type: "condition",
    items: [{ id: "yes", match: "all", tests: [conditionTest] }],
  };
  expect(listProblems(buildTestFlow({ start: [createTestAskBlock("q", "n"), forkBlock] }, []))).toEqual([
    "dead_end c items.0",
    "dead_end c else",
  ]);
});

test("A cycle without a question is a loop, also through a wait or a jump to the same flow", () => {
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  expect(
    listProblems(
      buildTestFlow({ start: [createTestSayBlock("a"), waitBlock] }, [createTestEdge("w", "start")]),
    ),
  ).toEqual(["loop a", "loop w"]);
  expect(
    listProblems(
      buildTestFlow({ start: [createTestSayBlock("a"), createTestAskBlock("q", "n")] }, [
        createTestEdge("q", "start"),
      ]),
    ),
  ).toEqual([]);
  const jumpToOwnFlow: FlowBlock = { id: "j", type: "jump", flow_id: "019abcde-0000-7000-8000-000000000001" };
  expect(
    listProblems(buildTestFlow({ start: [createTestSayBlock("a"), jumpToOwnFlow] }, []), {
      flowId: jumpToOwnFlow.flow_id ?? "",
    }),
  ).toEqual(["loop a", "loop j"]);
});

test("Blocks before and after a loop are not part of it", () => {
  const branchBlock: FlowBlock = {
    id: "c",
    type: "condition",
    items: [{ id: "again", match: "all", tests: [{ variable_id: "n", operator: "is_set", value: "" }] }],
  };
  const flow = buildTestFlow(
    {
      start: [createTestAskBlock("q", "n")],
      round: [createTestSayBlock("a"), branchBlock],
      out: [createTestSayBlock("z"), createTestEndBlock()],
    },
    [createTestEdge("q", "round"), createTestEdge("c", "round", "again"), createTestEdge("c", "out", "else")],
  );
  expect(listProblems(flow)).toEqual(["loop a", "loop c"]);
});

test("The first block that a turn would not reach is a problem, on the longest path", () => {
  const createSayBlocks = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => createTestSayBlock(`${name}${index}`));
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  const createFlowWithSecondGroup = (secondGroupBlocks: FlowBlock[]) =>
    listProblems(
      buildTestFlow(
        {
          start: createSayBlocks("a", 60),
          second: secondGroupBlocks,
          third: [...createSayBlocks("c", 50), createTestEndBlock()],
        },
        [createTestEdge("a59", "second"), createTestEdge(secondGroupBlocks.at(-1)?.id ?? "", "third")],
      ),
    );
  expect(createFlowWithSecondGroup(createSayBlocks("b", 1))).toEqual(["long_turn c39"]);
  expect(createFlowWithSecondGroup([createTestSayBlock("b"), createTestAskBlock("q", "n")])).toEqual([]);
  expect(createFlowWithSecondGroup([waitBlock])).toEqual([]);
  const [problem] = findPublishingProblems(
    buildTestFlow({ start: createSayBlocks("a", 100), more: [createTestEndBlock()] }, [
      createTestEdge("a99", "more"),
    ]),
    validatorOptions,
  );
  expect(problem && formatProblemText(problem, "en")).toBe(
    "More than 100 blocks run up to here in one go. Ask or wait in between.",
  );
});

test("An edge to a missing group, and a second edge of one exit, are problems of their block", () => {
  const flow = buildTestFlow({ start: [createTestSayBlock("a")], one: [createTestEndBlock()] }, [
    createTestEdge("a", "gone"),
    createTestEdge("a", "one"),
  ]);
  expect(listProblems(flow)).toContain("missing_target a");
  expect(listProblems(flow)).toContain("many_edges a");
});

test("A jump to a missing flow is a problem", () => {
  const flow_id = "019abcde-0000-7000-8000-000000000009";
  const flow = buildTestFlow({ start: [{ id: "j", type: "jump", flow_id }] }, []);
  expect(listProblems(flow, { flowIds: new Set([flow_id]) })).toEqual([]);
  expect(listProblems(flow, { flowIds: new Set() })).toEqual(["missing_target j flow_id"]);
});

test("A text must exist in every language of the bot", () => {
  const flow = buildTestFlow({ start: [createTestAskBlock("q", "n"), createTestEndBlock()] }, []);
  expect(listProblems(flow, { languages: ["en", "vi", "ja"] })).toEqual([
    "missing_language q text.vi",
    "missing_language q text.ja",
  ]);
  expect(
    listProblems(buildTestFlow({ start: [createTestSayBlock("a", { en: " " }), createTestEndBlock()] }, [])),
  ).toEqual(["missing a text"]);
});

test("A variable that is unknown or never set is a problem", () => {
  const flow = buildTestFlow(
    { start: [createTestSayBlock("a", { en: "{{n}} {{x}}" }), createTestEndBlock()] },
    [],
  );
  expect(listProblems(flow)).toEqual(["never_set a text.en", "unknown_variable a text.en"]);
});

test("Texts and choices over a platform's limit are problems that name the limit", () => {
  const flow = buildTestFlow(
    {
      start: [
        createTestChoicesBlock(
          "q",
          Array.from({ length: 14 }, (_, index) => `choice ${index}`),
        ),
        createTestEndBlock(),
      ],
    },
    [],
  );
  const longWord = "12345678901234567890";
  const flowWithLongChoices = buildTestFlow(
    { start: [createTestChoicesBlock("q", [longWord, `${longWord}1`]), createTestEndBlock()] },
    [],
  );
  expect(listProblems(flow, { platforms: ["MESSENGER"] })).toEqual(["too_many_choices q items"]);
  expect(listProblems(flowWithLongChoices, { platforms: ["MESSENGER"] })).toEqual([
    "text_too_long q items.1.label.en",
  ]);
  expect(listProblems(flowWithLongChoices, { platforms: ["WEB"] })).toEqual([]);
  const [problem] = findPublishingProblems(flowWithLongChoices, {
    ...validatorOptions,
    platforms: ["MESSENGER"],
  });
  expect(problem && formatProblemText(problem, "ja")).toBe("MESSENGERで表示できるのは20文字までです。");
});

test("A problem's text names the missing language in the reader's language", () => {
  const [problem] = findPublishingProblems(
    buildTestFlow({ start: [createTestSayBlock("a", { en: "x" }), createTestEndBlock()] }, []),
    {
      ...validatorOptions,
      languages: ["en", "vi"],
    },
  );
  expect(languages.map((language) => problem && formatProblemText(problem, language))).toEqual([
    "The text in Vietnamese is missing.",
    "Thiếu nội dung Tiếng Việt.",
    "ベトナム語の文章がありません。",
  ]);
});

test("A loop of 2,000 blocks gives at most 500 problems", () => {
  const manyGroups = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      index === 0 ? "start" : `g${index}`,
      [
        createTestSayBlock(`a${index}`),
        createTestSayBlock(`b${index}`),
        createTestSayBlock(`c${index}`),
        createTestSayBlock(`d${index}`),
      ],
    ]),
  );
  const manyEdges = Array.from({ length: 500 }, (_, index) =>
    createTestEdge(`d${index}`, index === 499 ? "start" : `g${index + 1}`),
  );
  expect(
    new Set(listProblems(buildTestFlow(manyGroups, manyEdges)).map((problem) => problem.split(" ")[0])),
  ).toEqual(new Set(["loop"]));
  expect(listProblems(buildTestFlow(manyGroups, manyEdges))).toHaveLength(500);
});

test("A number that is added must be one, or contain a variable", () => {
  const createAddBlock = (value: string): FlowBlock => ({
    id: "s",
    type: "set",
    variable_id: "n",
    operation: "add",
    value,
  });
  const findProblemsWithValue = (value: string) =>
    listProblems(
      buildTestFlow(
        { start: [createTestAskBlock("q", "n"), createAddBlock(value), createTestEndBlock()] },
        [],
      ),
    );
  for (const value of ["1", "-2.5", " 10 ", "{{n}}", "-{{n}}"])
    expect(findProblemsWithValue(value)).toEqual([]);
  for (const value of ["abc", "", "1,5", "Infinity", "{{n}} apples"])
    expect(findProblemsWithValue(value)).toEqual(["not_number s value"]);
});
