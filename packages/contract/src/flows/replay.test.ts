import { expect, test } from "vitest";
import type { FlowEvent } from "./events.ts";
import type { Flow } from "./flow.ts";
import { isSameSession, replaySession } from "./replay.ts";
import type { StoredTurn } from "./replay-turn.ts";
import { runFlowTurn } from "./run.ts";
import { createFlowSession, type FlowSession, type SavedFlowReference } from "./session.ts";
import {
  buildTestFlow,
  createTestAskBlock,
  createTestChoicesBlock,
  createTestEdge,
  createTestEndBlock,
  createTestSayBlock,
} from "./test-flows.ts";

const today = "2026-03-02";
const startEvent: FlowEvent = { type: "start", today };
const createMessageEvent = (text: string): FlowEvent => ({
  type: "message",
  today,
  text,
  choice: null,
  file: null,
});
const createSavedFlowReference = (flow_id: string, save_number = 1): SavedFlowReference => ({
  flow_id,
  save_number,
});

/** Simulates a visitor, and a server that stores the turns of the visitor's session. */
function simulateVisit(flows: Record<string, Flow>, firstFlowId: string) {
  let session: FlowSession = createFlowSession("en");
  let currentFlowId = firstFlowId;
  const turns: StoredTurn[] = [];
  return {
    turns,
    session: () => session,
    handleEvent(event: FlowEvent): void {
      const savedFlows = [createSavedFlowReference(currentFlowId)];
      const effects = [];
      let nextEvent = event;
      for (;;) {
        const flow = flows[currentFlowId];
        if (!flow) throw new Error(`There is no flow ${currentFlowId}`);
        const result = runFlowTurn({ flow, languages: ["en"] }, session, nextEvent);
        effects.push(...result.effects);
        session = result.session;
        if (session.state.kind !== "jumping") break;
        currentFlowId = session.state.flow_id;
        savedFlows.push(createSavedFlowReference(currentFlowId));
        nextEvent = { type: "start", today };
      }
      turns.push({ number: turns.length + 1, event, effects, ran: savedFlows });
    },
  };
}

const replayTurns = (turns: readonly StoredTurn[], flows: Record<string, Flow | null>) =>
  replaySession({ turns, language: "en", languages: ["en"], flowOf: ({ flow_id }) => flows[flow_id] });

const bookingFlow = buildTestFlow(
  {
    start: [
      createTestSayBlock("hello"),
      createTestAskBlock("name", "n"),
      createTestChoicesBlock("when", ["Today", "Later"]),
    ],
    later: [createTestSayBlock("bye"), createTestEndBlock()],
  },
  [createTestEdge("when", "later", "Later")],
);

test("Each block of a turn is a step, with what it said and what was known before and after", () => {
  const flows = { a: bookingFlow };
  const visitor = simulateVisit(flows, "a");
  for (const event of [startEvent, createMessageEvent("Aiko"), createMessageEvent("Later")])
    visitor.handleEvent(event);
  const { steps, turns, sessionAfter, missingSavedFlow: missingSave } = replayTurns(visitor.turns, flows);
  expect(
    steps.map(({ turnIndex, block_id, effects }) => [turnIndex, block_id, effects.map(({ type }) => type)]),
  ).toEqual([
    [0, "hello", ["say"]],
    [0, "name", ["say"]],
    // The same block runs in two turns. It asks the question in turn 0, and handles the visitor's answer in turn 1.
    [1, "name", []],
    [1, "when", ["say"]],
    [2, "when", []],
    [2, "bye", ["say"]],
    [2, "end", ["end"]],
  ]);
  const answeredStep = steps[2];
  expect([answeredStep?.valuesBefore?.variables, answeredStep?.valuesAfter?.variables]).toEqual([
    [],
    [{ name: "n", value: "Aiko" }],
  ]);
  expect(turns).toEqual(visitor.turns.map(() => ({ answerSource: "story", differsFromStored: false })));
  expect(sessionAfter).toEqual(visitor.session());
  expect(missingSave).toBeNull();
});

test("A jump goes on in the save that ran, and a save that is not loaded yet is asked for", () => {
  const flows = {
    a: buildTestFlow(
      {
        start: [
          createTestAskBlock("name", "n"),
          { id: "go", type: "jump", flow_id: "00000000-0000-7000-8000-000000000001" },
        ],
      },
      [],
    ),
    "00000000-0000-7000-8000-000000000001": buildTestFlow(
      { start: [createTestSayBlock("hi", { en: "Hi {{n}}" })] },
      [],
    ),
  };
  const visitor = simulateVisit(flows, "a");
  visitor.handleEvent(startEvent);
  visitor.handleEvent(createMessageEvent("Linh"));
  const partialReplay = replayTurns(visitor.turns, { a: flows.a });
  expect(partialReplay.missingSavedFlow).toEqual(
    createSavedFlowReference("00000000-0000-7000-8000-000000000001"),
  );
  // The save of the second turn's story is missing. So the replay stops there and contains only the first turn.
  expect(partialReplay.turns).toHaveLength(1);
  const { steps } = replayTurns(visitor.turns, flows);
  expect(steps.map(({ savedFlow, block_id }) => `${savedFlow?.flow_id.slice(-1)} ${block_id}`)).toEqual([
    "a name",
    "a name",
    "a go",
    "1 hi",
  ]);
  expect(steps.at(-1)?.effects[0]).toMatchObject({ message: { text: "Hi Linh" } });
});

test("What no story ran is told apart: a phrase, nothing, people, a broadcast", () => {
  const flows = {
    a: buildTestFlow({ start: [createTestSayBlock("hello"), createTestEndBlock()] }, []),
    b: buildTestFlow({ start: [createTestAskBlock("name", "n")] }, []),
  };
  const visitor = simulateVisit(flows, "a");
  visitor.handleEvent(startEvent);
  const phraseEffects: StoredTurn["effects"] = [
    { type: "say", block_id: "phrase", message: { kind: "text", text: "From 10", replies: [] } },
  ];
  const question = runFlowTurn(
    { flow: flows.b, languages: ["en"] },
    createFlowSession("en"),
    startEvent,
  ).effects;
  const turns: StoredTurn[] = [
    ...visitor.turns,
    {
      number: 2,
      event: createMessageEvent("open?"),
      effects: phraseEffects,
      ran: [createSavedFlowReference("a")],
    },
    { number: 3, event: createMessageEvent("hm"), effects: [], ran: [createSavedFlowReference("a")] },
    { number: 4, event: { type: "broadcast", today, broadcast_id: "x" }, effects: phraseEffects, ran: [] },
    { number: 5, event: createMessageEvent("a person please"), effects: [], ran: [] },
    {
      number: 6,
      event: createMessageEvent("book"),
      effects: question,
      ran: [createSavedFlowReference("a"), createSavedFlowReference("b")],
    },
    {
      number: 7,
      event: createMessageEvent("Minh"),
      effects: [{ type: "end" }],
      ran: [createSavedFlowReference("b")],
    },
  ];
  const { turns: replayedTurns, sessionAfter, steps } = replayTurns(turns, flows);
  expect(replayedTurns.map(({ answerSource }) => answerSource)).toEqual([
    "story",
    "phrase",
    "nothing",
    "outside",
    "people",
    "phrase",
    "story",
  ]);
  expect(replayedTurns.every(({ differsFromStored }) => !differsFromStored)).toBe(true);
  expect(sessionAfter?.variables).toEqual([{ name: "n", value: "Minh" }]);
  expect(steps.find(({ turnIndex }) => turnIndex === 5)).toMatchObject({
    savedFlow: createSavedFlowReference("b"),
    block_id: "name",
  });
});

test("A message before any story began is not said to be for people", () => {
  const turns: StoredTurn[] = [{ number: 1, event: createMessageEvent("hello"), effects: [], ran: [] }];
  expect(replayTurns(turns, {}).turns).toEqual([{ answerSource: "none", differsFromStored: false }]);
});

test("A turn whose save is gone shows what was stored, and nothing is guessed after it", () => {
  const flows = { a: bookingFlow };
  const visitor = simulateVisit(flows, "a");
  visitor.handleEvent(startEvent);
  visitor.handleEvent(createMessageEvent("Aiko"));
  const { steps, turns, sessionAfter } = replayTurns(visitor.turns, { a: null });
  expect(turns.map(({ answerSource, differsFromStored }) => [answerSource, differsFromStored])).toEqual([
    ["lost", false],
    ["lost", false],
  ]);
  expect(steps.map(({ block_id, valuesBefore }) => [block_id, valuesBefore])).toEqual([
    ["hello", null],
    ["name", null],
    ["when", null],
  ]);
  expect(sessionAfter).toBeNull();
});

test("A turn that the runner would answer otherwise today is marked", () => {
  const flows = { a: bookingFlow };
  const visitor = simulateVisit(flows, "a");
  visitor.handleEvent(startEvent);
  const [firstTurn] = visitor.turns;
  if (!firstTurn) throw new Error("No turn");
  const { turns } = replayTurns([{ ...firstTurn, effects: firstTurn.effects.slice(1) }], flows);
  expect(turns[0]?.differsFromStored).toBe(true);
});

test("A timer is followed although a continued session has later numbers", () => {
  const flows = {
    a: buildTestFlow({ start: [{ id: "pause", type: "wait", seconds: 60 }, createTestSayBlock("back")] }, []),
  };
  const visitor = simulateVisit(flows, "a");
  visitor.handleEvent(startEvent);
  visitor.handleEvent({ type: "timer", today, token: 1 });
  const turns = visitor.turns.map((turn) =>
    turn.event.type === "timer"
      ? { ...turn, event: { ...turn.event, token: 41 } }
      : {
          ...turn,
          effects: turn.effects.map((effect) => ("token" in effect ? { ...effect, token: 41 } : effect)),
        },
  );
  const { steps, turns: replayedTurns } = replayTurns(turns, flows);
  expect(steps.map(({ block_id }) => block_id)).toEqual(["pause", "pause", "back"]);
  expect(replayedTurns.some(({ differsFromStored }) => differsFromStored)).toBe(false);
});

test("Sessions are compared by what they know and wait for", () => {
  const session: FlowSession = {
    ...createFlowSession("en"),
    variables: [
      { name: "a", value: "1" },
      { name: "b", value: "2" },
    ],
    tags: ["x", "y"],
    state: { kind: "waiting", block_id: "w", token: 3 },
  };
  const otherSession: FlowSession = {
    ...session,
    variables: session.variables.toReversed(),
    tags: ["y", "x"],
    state: { kind: "waiting", block_id: "w", token: 9 },
    turn: 8,
  };
  expect(isSameSession(session, otherSession)).toBe(true);
  expect(isSameSession(session, { ...otherSession, tags: ["y"] })).toBe(false);
  expect(isSameSession(session, { ...otherSession, variables: [{ name: "a", value: "1" }] })).toBe(false);
});
