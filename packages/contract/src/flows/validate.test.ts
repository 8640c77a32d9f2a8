import { expect, test } from "vitest";
import { languages } from "../languages.ts";
import type { FlowBlock } from "./blocks.ts";
import type { Flow } from "./flow.ts";
import type { FlowValidationOptions } from "./problems.ts";
import { askBlock, buildTestFlow, choicesBlock, createSayBlock, endBlock, makeEdge } from "./test-flows.ts";
import { findPublishingProblems, formatProblemText } from "./validate.ts";

const validatorOptions: FlowValidationOptions = { languages: ["en"], platforms: ["WEB"] };
const listProblems = (flow: Flow, options: Partial<FlowValidationOptions> = {}) =>
  findPublishingProblems(flow, { ...validatorOptions, ...options }).map(
    ({ code, block_id, group_id, field }) => `${code} ${block_id ?? group_id}${field ? ` ${field}` : ""}`,
  );

test("A complete flow has no problems", () => {
  const flow = buildTestFlow(
    {
      start: [createSayBlock("hi"), askBlock("name", "n")],
      thanks: [createSayBlock("Thanks {{n}}"), endBlock()],
    },
    [makeEdge("name", "thanks")],
  );
  expect(listProblems(flow)).toEqual([]);
});

test("An empty start, an empty group and an unreachable block are problems", () => {
  expect(listProblems(buildTestFlow({ start: [], other: [], far: [endBlock("far-end")] }, []))).toEqual([
    "no_start start",
    "empty_group other",
    "unreachable far-end",
  ]);
});

test("Blocks after a block whose edge leads to another group are unreachable", () => {
  const flow = buildTestFlow(
    { start: [createSayBlock("a"), createSayBlock("b"), endBlock()], other: [endBlock("stop")] },
    [makeEdge("a", "other")],
  );
  expect(listProblems(flow)).toEqual(["unreachable b", "unreachable end"]);
});

test("Each exit that leads nowhere is a dead end, also that of a single item", () => {
  expect(listProblems(buildTestFlow({ start: [createSayBlock("a")] }, []))).toEqual(["dead_end a"]);
  const flow = buildTestFlow({ start: [choicesBlock("q", ["yes", "no"])], yes: [endBlock()] }, [
    makeEdge("q", "yes", "yes"),
  ]);
  expect(listProblems(flow)).toEqual(["dead_end q items.1"]);
  const conditionTest = { variable_id: "n", operator: "is_set", value: "" } as const;
  const forkBlock: FlowBlock = {
    id: "c",
    type: "condition",
    items: [{ id: "yes", match: "all", tests: [conditionTest] }],
  };
  expect(listProblems(buildTestFlow({ start: [askBlock("q", "n"), forkBlock] }, []))).toEqual([
    "dead_end c items.0",
    "dead_end c else",
  ]);
});

test("A cycle without a question is a loop, also through a wait or a jump to the same flow", () => {
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  expect(
    listProblems(buildTestFlow({ start: [createSayBlock("a"), waitBlock] }, [makeEdge("w", "start")])),
  ).toEqual(["loop a", "loop w"]);
  expect(
    listProblems(
      buildTestFlow({ start: [createSayBlock("a"), askBlock("q", "n")] }, [makeEdge("q", "start")]),
    ),
  ).toEqual([]);
  const jumpToOwnFlow: FlowBlock = { id: "j", type: "jump", flow_id: "019abcde-0000-7000-8000-000000000001" };
  expect(
    listProblems(buildTestFlow({ start: [createSayBlock("a"), jumpToOwnFlow] }, []), {
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
      start: [askBlock("q", "n")],
      round: [createSayBlock("a"), branchBlock],
      out: [createSayBlock("z"), endBlock()],
    },
    [makeEdge("q", "round"), makeEdge("c", "round", "again"), makeEdge("c", "out", "else")],
  );
  expect(listProblems(flow)).toEqual(["loop a", "loop c"]);
});

test("The first block that a turn would not reach is a problem, on the longest path", () => {
  const createSayBlocks = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => createSayBlock(`${name}${index}`));
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  const createFlowWithSecondGroup = (secondGroupBlocks: FlowBlock[]) =>
    listProblems(
      buildTestFlow(
        {
          start: createSayBlocks("a", 60),
          second: secondGroupBlocks,
          third: [...createSayBlocks("c", 50), endBlock()],
        },
        [makeEdge("a59", "second"), makeEdge(secondGroupBlocks.at(-1)?.id ?? "", "third")],
      ),
    );
  expect(createFlowWithSecondGroup(createSayBlocks("b", 1))).toEqual(["long_turn c39"]);
  expect(createFlowWithSecondGroup([createSayBlock("b"), askBlock("q", "n")])).toEqual([]);
  expect(createFlowWithSecondGroup([waitBlock])).toEqual([]);
  const [problem] = findPublishingProblems(
    buildTestFlow({ start: createSayBlocks("a", 100), more: [endBlock()] }, [makeEdge("a99", "more")]),
    validatorOptions,
  );
  expect(problem && formatProblemText(problem, "en")).toBe(
    "More than 100 blocks run up to here in one go. Ask or wait in between.",
  );
});

test("An edge to a missing group, and a second edge of one exit, are problems of their block", () => {
  const flow = buildTestFlow({ start: [createSayBlock("a")], one: [endBlock()] }, [
    makeEdge("a", "gone"),
    makeEdge("a", "one"),
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
  const flow = buildTestFlow({ start: [askBlock("q", "n"), endBlock()] }, []);
  expect(listProblems(flow, { languages: ["en", "vi", "ja"] })).toEqual([
    "missing_language q text.vi",
    "missing_language q text.ja",
  ]);
  expect(listProblems(buildTestFlow({ start: [createSayBlock("a", { en: " " }), endBlock()] }, []))).toEqual([
    "missing a text",
  ]);
});

test("A variable that is unknown or never set is a problem", () => {
  const flow = buildTestFlow({ start: [createSayBlock("a", { en: "{{n}} {{x}}" }), endBlock()] }, []);
  expect(listProblems(flow)).toEqual(["never_set a text.en", "unknown_variable a text.en"]);
});

test("Texts and choices over a platform's limit are problems that name the limit", () => {
  const flow = buildTestFlow(
    {
      start: [
        choicesBlock(
          "q",
          Array.from({ length: 14 }, (_, index) => `choice ${index}`),
        ),
        endBlock(),
      ],
    },
    [],
  );
  const longWord = "12345678901234567890";
  const flowWithLongChoices = buildTestFlow(
    { start: [choicesBlock("q", [longWord, `${longWord}1`]), endBlock()] },
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
    buildTestFlow({ start: [createSayBlock("a", { en: "x" }), endBlock()] }, []),
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
        createSayBlock(`a${index}`),
        createSayBlock(`b${index}`),
        createSayBlock(`c${index}`),
        createSayBlock(`d${index}`),
      ],
    ]),
  );
  const manyEdges = Array.from({ length: 500 }, (_, index) =>
    makeEdge(`d${index}`, index === 499 ? "start" : `g${index + 1}`),
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
    listProblems(buildTestFlow({ start: [askBlock("q", "n"), createAddBlock(value), endBlock()] }, []));
  for (const value of ["1", "-2.5", " 10 ", "{{n}}", "-{{n}}"])
    expect(findProblemsWithValue(value)).toEqual([]);
  for (const value of ["abc", "", "1,5", "Infinity", "{{n}} apples"])
    expect(findProblemsWithValue(value)).toEqual(["not_number s value"]);
});
