import { expect, test } from "vitest";
import type { Language } from "../languages.ts";
import type { AnswerChecks } from "./answer-checks.ts";
import type { FlowBlock } from "./blocks.ts";
import type { FlowEffect } from "./effects.ts";
import type { FlowEvent } from "./events.ts";
import type { Flow } from "./flow.ts";
import { maximumTurnBytes } from "./limits.ts";
import { type FlowWithLanguages, runFlowTurn } from "./run.ts";
import { createFlowSession, type FlowSession } from "./session.ts";
import {
  buildTestFlow,
  createTestAskBlock,
  createTestChoicesBlock,
  createTestEdge,
  createTestEndBlock,
  createTestSayBlock,
} from "./test-flows.ts";

const today = "2026-11-25";
const createRunnableFlow = (flow: Flow): FlowWithLanguages => ({ flow, languages: ["en", "vi", "ja"] });
const createMessageEvent = (text: string, choiceId: string | null = null): FlowEvent => ({
  type: "message",
  today,
  text,
  choice: choiceId,
  file: null,
});

/** Simulates a visitor who writes to a flow. */
function visitFlow(
  flow: Flow,
  language: Language = "en",
  firstSession: FlowSession = createFlowSession(language),
) {
  let session = firstSession;
  const handleEvent = (event: FlowEvent): readonly FlowEffect[] => {
    const result = runFlowTurn(createRunnableFlow(flow), session, event);
    session = result.session;
    return result.effects;
  };
  const listTexts = (effects: readonly FlowEffect[]) =>
    effects.flatMap((effect) =>
      effect.type === "say" && effect.message.kind === "text" ? [effect.message.text] : [],
    );
  return {
    start: () => listTexts(handleEvent({ type: "start", today })),
    write: (text: string, choice: string | null = null) =>
      listTexts(handleEvent(createMessageEvent(text, choice))),
    handleEvent,
    get session() {
      return session;
    },
    value: (name = "n") => session.variables.find((variable) => variable.name === name)?.value,
  };
}

test("A flow says its texts, asks a question and uses the answer in the next text", () => {
  const flow = buildTestFlow(
    {
      start: [createTestSayBlock("hi", { en: "Hello", ja: "こんにちは" }), createTestAskBlock("name", "n")],
      thanks: [createTestSayBlock("t", { en: "Thanks {{ n }}" }), createTestEndBlock()],
    },
    [createTestEdge("name", "thanks")],
  );
  const visitor = visitFlow(flow);
  expect(visitor.start()).toEqual(["Hello", "name?"]);
  expect(visitor.write("Aiko")).toEqual(["Thanks Aiko"]);
  expect(visitor.session.state).toEqual({ kind: "ended" });
  expect(visitor.write("more")).toEqual([]);
  expect(visitFlow(flow, "ja").start()).toEqual(["こんにちは", "name?"]);
});

test("A placeholder inside a variable's value is not replaced", () => {
  const flow = buildTestFlow(
    { start: [createTestAskBlock("q", "n"), createTestSayBlock("a", { en: "{{n}}" }), createTestEndBlock()] },
    [],
  );
  const visitor = visitFlow(flow);
  visitor.start();
  expect(visitor.write("{{n}} {{{{n}}}} $& $1")).toEqual(["{{n}} {{{{n}}}} $& $1"]);
});

test("A day is stored as an ISO day, and said in the visitor's language", () => {
  const question = { ...createTestAskBlock("q", "n"), answer: createDateChecks() } as FlowBlock;
  const flow = buildTestFlow(
    {
      start: [
        question,
        createTestSayBlock("a", { en: "See you on {{n}}", ja: "{{n}}に承りました" }),
        createTestEndBlock(),
      ],
    },
    [],
  );
  const visitor = visitFlow(flow, "ja");
  visitor.start();
  expect(visitor.write("2026/12/7")).toEqual(["2026年12月7日に承りました"]);
  expect(visitor.value()).toBe("2026-12-07");
});

test("An answer of 10,000 characters is refused: the bot asks again and stores nothing", () => {
  const visitor = visitFlow(
    buildTestFlow({ start: [createTestAskBlock("q", "n"), createTestEndBlock()] }, []),
  );
  visitor.start();
  expect(visitor.write("x".repeat(10_000))).toEqual(["q?"]);
  expect(visitor.value()).toBeUndefined();
});

type AnswerCase = [
  kind: string,
  checks: AnswerChecks,
  language: Language,
  answer: string,
  value: string | null,
];
const createNumberChecks = (fields: object = {}): AnswerChecks =>
  ({ kind: "number", minimum: null, maximum: null, whole: false, ...fields }) as AnswerChecks;
const createDateChecks = (fields: object = {}): AnswerChecks =>
  ({ kind: "date", earliest: null, latest: null, ...fields }) as AnswerChecks;
const answerCases: AnswerCase[] = [
  ["number", createNumberChecks(), "en", " １２ ", "12"],
  ["number", createNumberChecks(), "en", "1,234.5", "1234.5"],
  ["number", createNumberChecks(), "vi", "1.000", "1000"],
  ["number", createNumberChecks(), "vi", "1,5", "1.5"],
  ["number", createNumberChecks(), "en", "-0", "0"],
  ["number", createNumberChecks(), "en", "1e9", null],
  ["number", createNumberChecks(), "en", "Infinity", null],
  ["number", createNumberChecks({ minimum: 1 }), "en", "0", null],
  ["number", createNumberChecks({ whole: true }), "en", "1.5", null],
  ["email", { kind: "email" }, "en", " An@Example.com ", "an@example.com"],
  ["email", { kind: "email" }, "en", "an@", null],
  ["phone", { kind: "phone" }, "ja", "０９０ー１２３４ー５６７８", "090-1234-5678"],
  ["phone", { kind: "phone" }, "en", "call me", null],
  ["date", createDateChecks(), "ja", "2026年3月5日", "2026-03-05"],
  ["date", createDateChecks(), "ja", "２０２６／３／５", "2026-03-05"],
  ["date", createDateChecks(), "vi", "05/03/2026", "2026-03-05"],
  ["date", createDateChecks(), "en", "25/12/2026", "2026-12-25"],
  ["date", createDateChecks(), "en", "12/25/2026", "2026-12-25"],
  ["date", createDateChecks(), "en", "05/03/2026", null],
  ["date", createDateChecks(), "en", "0000-01-01", null],
  ["date", createDateChecks(), "vi", "1/1/0000", null],
  ["date", createDateChecks(), "en", "2026-02-30", null],
  ["date", createDateChecks(), "en", "2028-02-29", "2028-02-29"],
  ["date", createDateChecks(), "en", "0001-01-01", "0001-01-01"],
  ["date", createDateChecks({ earliest: "today" }), "en", "2026-11-24", null],
  ["date", createDateChecks({ earliest: "today" }), "en", "2026-11-25", "2026-11-25"],
  ["date", createDateChecks({ latest: "2026-12-31" }), "en", "2027-01-01", null],
];
test.each(answerCases)("As a %s, %j in %s, %j becomes %j", (_, checks, language, answer, value) => {
  const visitor = visitFlow(
    buildTestFlow({ start: [createTestAskBlock("q", "n", checks), createTestEndBlock()] }, []),
    language,
  );
  visitor.start();
  visitor.write(answer);
  expect(visitor.value() ?? null).toBe(value);
  expect(visitor.session.state.kind).toBe(value === null ? "asking" : "ended");
});

test("A file is accepted only if it has an allowed category and size", () => {
  const checks: AnswerChecks = { kind: "file", categories: ["image"], maximum_bytes: 100 };
  const flow = buildTestFlow({ start: [createTestAskBlock("q", "n", checks), createTestEndBlock()] }, []);
  const sendFile = (fields: object) => {
    const visitor = visitFlow(flow);
    visitor.start();
    const file = {
      name: "a.png",
      category: "image" as const,
      size: 100,
      address: "https://x.example/a",
      ...fields,
    };
    visitor.handleEvent({ type: "message", today, text: "", choice: null, file });
    return visitor.value();
  };
  expect(sendFile({})).toBe("https://x.example/a");
  expect(sendFile({ size: 101 })).toBeUndefined();
  expect(sendFile({ category: "video" })).toBeUndefined();
});

test.each([
  ["pressed", "", "no", "no"],
  ["written", "NO", null, "no"],
  ["written in full width", "ｎｏ", null, "no"],
  ["written with spaces", "  no ", null, "no"],
  ["the number of the item", "2", null, "no"],
  ["pressed on another block's button, but written here", "yes", "other", "yes"],
  ["unknown", "perhaps", null, "else"],
])("An answer that is %s takes the right exit", (_, text, choice, group) => {
  const flow = buildTestFlow(
    {
      start: [createTestChoicesBlock("q", ["yes", "no"])],
      yes: [createTestSayBlock("yes-a")],
      no: [createTestSayBlock("no-a")],
      else: [createTestSayBlock("else-a")],
    },
    [createTestEdge("q", "yes", "yes"), createTestEdge("q", "no", "no"), createTestEdge("q", "else", "else")],
  );
  const visitor = visitFlow(flow);
  visitor.start();
  if (group === "else")
    for (let tryNumber = 1; tryNumber < 3; tryNumber++) expect(visitor.write(text)).toEqual(["q?"]);
  expect(visitor.write(text, choice)).toEqual([`${group}-a`]);
});

test("A choice is recognised in any of its languages, without accents and in any kana", () => {
  const items = [{ id: "a", label: { en: "Cut", vi: "Cắt tóc", ja: "カット" } }];
  const block: FlowBlock = { id: "q", type: "choices", text: { en: "?" }, items, retry: {}, tries: 3 };
  for (const answer of ["かっと", "ｶｯﾄ", "cat toc", "CUT"]) {
    const visitor = visitFlow(buildTestFlow({ start: [block, createTestEndBlock()] }, []));
    visitor.start();
    visitor.write(answer);
    expect(visitor.session.state.kind).toBe("ended");
  }
});

test("A refused answer gets the retry text, and without an `else` edge the bot asks again for ever", () => {
  const visitor = visitFlow(
    buildTestFlow(
      { start: [createTestChoicesBlock("q", ["yes"], "Please choose."), createTestEndBlock()] },
      [],
    ),
  );
  visitor.start();
  for (let tryNumber = 0; tryNumber < 150; tryNumber++)
    expect(visitor.write("?")).toEqual(["Please choose."]);
  visitor.write("yes");
  expect(visitor.session.state.kind).toBe("ended");
});

test("A loop without a question ends after 100 blocks with a fault", () => {
  const visitor = visitFlow(
    buildTestFlow({ start: [createTestSayBlock("a"), createTestSayBlock("b")] }, [
      createTestEdge("b", "start"),
    ]),
  );
  const effects = visitor.handleEvent({ type: "start", today });
  expect(effects).toHaveLength(102);
  expect(effects.at(-2)).toMatchObject({ type: "say", block_id: "a", message: { kind: "text" } });
  expect(effects.at(-1)).toEqual({ type: "fault", reason: "steps", block_id: "a" });
  expect(visitor.session.state).toEqual({ kind: "ended" });
});

test("A turn that would say more than 512 kB ends at the block that is too much, and the visitor is told", () => {
  const longTexts = { en: "{{n}}".repeat(5), ja: "{{n}}".repeat(5) };
  const flow = buildTestFlow(
    {
      start: [createTestAskBlock("q", "n")],
      again: [createTestSayBlock("a", longTexts), createTestSayBlock("b", longTexts)],
    },
    [createTestEdge("q", "again"), createTestEdge("b", "again")],
  );
  const visitor = visitFlow(flow, "ja");
  visitor.start();
  const effects = visitor.handleEvent(createMessageEvent("橋".repeat(1_000)));
  const bytes = new TextEncoder().encode(JSON.stringify(effects)).length;
  expect(bytes).toBeGreaterThan(maximumTurnBytes - 20_000);
  expect(bytes).toBeLessThan(maximumTurnBytes + 1_000);
  expect(effects.at(-1)).toEqual({ type: "fault", reason: "bytes", block_id: "a" });
  expect(effects.at(-2)).toMatchObject({
    block_id: "a",
    message: { text: "申し訳ありません。問題が発生したため、このチャットを続けられません。" },
  });
  expect(visitor.session.state).toEqual({ kind: "ended" });
});

test("Stories that jump to each other share the bytes of a turn", () => {
  const flow_id = "019abcde-0000-7000-8000-000000000001";
  const jumpBlock: FlowBlock = { id: "j", type: "jump", flow_id };
  const flow = buildTestFlow({ start: [createTestSayBlock("a", { en: "x".repeat(5_000) }), jumpBlock] }, []);
  const visitor = visitFlow(flow);
  visitor.start();
  const { state } = visitor.session;
  if (state.kind !== "jumping") throw new Error("The story did not jump.");
  expect(state.bytes).toBeGreaterThan(5_000);
  const sessionWithFullTurn: FlowSession = {
    ...visitor.session,
    state: { ...state, bytes: maximumTurnBytes - 100 },
  };
  expect(visitFlow(flow, "en", sessionWithFullTurn).handleEvent({ type: "start", today }).at(-1)).toEqual({
    type: "fault",
    reason: "bytes",
    block_id: "a",
  });
});

test("A timer continues the flow once; an older timer, and a message during the wait, change nothing", () => {
  const sampleWaitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  const visitor = visitFlow(
    buildTestFlow({ start: [sampleWaitBlock, createTestSayBlock("a"), createTestAskBlock("q", "n")] }, [
      createTestEdge("q", "start"),
    ]),
  );
  expect(visitor.handleEvent({ type: "start", today })).toEqual([
    { type: "wait", block_id: "w", token: 1, seconds: 60 },
  ]);
  const sessionBefore = visitor.session;
  expect(visitor.handleEvent({ type: "timer", today, token: 9 })).toEqual([]);
  expect(visitor.write("hello?")).toEqual([]);
  expect(visitor.session).toBe(sessionBefore);
  expect(visitor.handleEvent({ type: "timer", today, token: 1 })).toHaveLength(2);
  visitor.write("again");
  expect(visitor.handleEvent({ type: "timer", today, token: 1 })).toEqual([]);
});

test("Values cannot change a request's host, headers or JSON, and the request's answer sets variables", () => {
  const request: FlowBlock = {
    id: "r",
    type: "request",
    method: "POST",
    address: "https://api.example/find?q={{n}}",
    headers: [{ name: "x-name", value: "{{n}}" }],
    body: '{"name":"{{n}}"}',
    timeout_seconds: 5,
    saves: [
      { path: "slots.0.time", variable_id: "n" },
      { path: "__proto__.x", variable_id: "n" },
    ],
  };
  const flow = buildTestFlow(
    {
      start: [createTestAskBlock("q", "n"), request, createTestSayBlock("ok", { en: "At {{n}}" })],
      bad: [createTestSayBlock("no")],
    },
    [createTestEdge("r", "bad", "else")],
  );
  const openSession = () => {
    const visitor = visitFlow(flow);
    visitor.start();
    const [effect] = visitor.handleEvent(createMessageEvent('a"b\r\nc&d=\\'));
    return { visitor, effect };
  };
  const { visitor, effect } = openSession();
  expect(effect).toMatchObject({
    address: "https://api.example/find?q=a%22b%0D%0Ac%26d%3D%5C",
    headers: [{ name: "x-name", value: 'a"bc&d=\\' }],
  });
  expect(effect?.type === "request" && JSON.parse(effect.body)).toEqual({ name: 'a"b\r\nc&d=\\' });
  const createResponseEvent = (status: number, body: string): FlowEvent => ({
    type: "response",
    today,
    token: 2,
    status,
    body,
  });
  expect(visitor.handleEvent(createResponseEvent(200, '{"slots":[{"time":"10:00"}]}'))).toMatchObject([
    { message: { text: "At 10:00" } },
    { type: "end" },
  ]);
  expect(openSession().visitor.handleEvent(createResponseEvent(0, ""))).toMatchObject([
    { block_id: "no" },
    { type: "end" },
  ]);
  expect(openSession().visitor.handleEvent(createResponseEvent(200, "["))).toMatchObject([
    { block_id: "ok" },
    { type: "end" },
  ]);
});

test("A tag is set in the form in which people set it, and removed in any form", () => {
  const addTagBlock: FlowBlock = { id: "t", type: "tag", tag: " gpj\u202e.exe\u200b ", remove: false };
  const visitor = visitFlow(buildTestFlow({ start: [addTagBlock] }, []));
  visitor.handleEvent({ type: "start", today });
  expect(visitor.session.tags).toEqual(["gpj.exe"]);
  const removeTagBlock: FlowBlock = { id: "u", type: "tag", tag: "gpj.\u202dexe", remove: true };
  const secondVisitor = visitFlow(buildTestFlow({ start: [addTagBlock, removeTagBlock] }, []));
  secondVisitor.handleEvent({ type: "start", today });
  expect(secondVisitor.session.tags).toEqual([]);
});

test("The flow goes on after a hand-over once the person gives the visitor back; a tag is set once", () => {
  const handoffBlock: FlowBlock = { id: "h", type: "handoff", text: { en: "One moment" } };
  const tag: FlowBlock = { id: "t", type: "tag", tag: "booked", remove: false };
  const visitor = visitFlow(
    buildTestFlow({ start: [tag, { ...tag, id: "t2" }, handoffBlock, createTestSayBlock("back")] }, []),
  );
  expect(visitor.handleEvent({ type: "start", today }).map(({ type }) => type)).toEqual([
    "tag",
    "say",
    "handoff",
  ]);
  expect(visitor.write("hello")).toEqual([]);
  expect(visitor.handleEvent({ type: "resume", today })).toMatchObject([
    { block_id: "back" },
    { type: "end" },
  ]);
  expect(visitor.session.tags).toEqual(["booked"]);
});

test("A jump keeps the variables by name and the number of blocks that the turn has run", () => {
  const flow_id = "019abcde-0000-7000-8000-000000000001";
  const from = buildTestFlow(
    { start: [createTestAskBlock("q", "n"), { id: "j", type: "jump", flow_id }] },
    [],
  );
  const to: Flow = {
    ...buildTestFlow({ start: [createTestSayBlock("a", { en: "{{n}} {{plan}}" })] }, []),
    variables: [
      { id: "other", name: "n", initial: "nobody" },
      { id: "plan", name: "plan", initial: "basic" },
    ],
  };
  const visitor = visitFlow(from);
  visitor.start();
  expect(visitor.handleEvent(createMessageEvent("Aiko"))).toEqual([{ type: "jump", block_id: "j", flow_id }]);
  expect(visitor.session.state).toMatchObject({ kind: "jumping", flow_id, steps: 1 });
  expect(visitFlow(to, "en", visitor.session).start()).toEqual(["Aiko basic"]);
  const sessionAtStepLimit: FlowSession = {
    ...visitor.session,
    state: { kind: "jumping", flow_id, steps: 100, bytes: 0 },
  };
  expect(visitFlow(to, "en", sessionAtStepLimit).handleEvent({ type: "start", today }).at(-1)).toEqual({
    type: "fault",
    reason: "steps",
    block_id: "a",
  });
});

test.each([
  ["equals", "Ａiko ", "aiko", true],
  ["not_equals", "x", "aiko", true],
  ["contains", "カット", "っと", true],
  ["starts", "Hà Nội", "ha", true],
  ["greater", "10", "9", true],
  ["greater", "b", "a", false],
  ["less", "2026-01-01", "2026-02-01", true],
  ["is_set", "x", "", true],
  ["is_not_set", "x", "", false],
] as const)("%s: %j against %j is %j", (operator, answer, value, isConditionTrue) => {
  const branchBlock: FlowBlock = {
    id: "c",
    type: "condition",
    items: [{ id: "yes", match: "all", tests: [{ variable_id: "n", operator, value }] }],
  };
  const flow = buildTestFlow(
    {
      start: [createTestAskBlock("q", "n"), branchBlock],
      yes: [createTestSayBlock("y")],
      no: [createTestSayBlock("x")],
    },
    [createTestEdge("c", "yes", "yes"), createTestEdge("c", "no", "else")],
  );
  const visitor = visitFlow(flow);
  visitor.start();
  expect(visitor.write(answer)).toEqual([isConditionTrue ? "y" : "x"]);
});
