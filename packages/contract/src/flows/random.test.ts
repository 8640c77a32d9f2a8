import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerChecks } from "./answer-checks.ts";
import type { FlowBlock } from "./blocks.ts";
import { type FlowEffect, flowEffectSchema } from "./effects.ts";
import type { FlowEvent } from "./events.ts";
import { type Flow, flowSchema } from "./flow.ts";
import { flowLimits, maximumStepsPerTurn } from "./limits.ts";
import { runFlowTurn } from "./run.ts";
import { createFlowSession, flowSessionSchema } from "./session.ts";
import { findPublishingProblems } from "./validate.ts";

// These tests run randomly generated flows with visitors who send random answers.

const groupIds = ["g0", "g1", "g2", "g3", "gone"];
const blockIds = Array.from({ length: 12 }, (_, index) => `b${index}`);
const arbitraryText = fc.oneof(
  fc.constantFrom("", "{{n}}", "{{ m }} {{n}}", "{{unknown}}", "{{{{n}}}}", "Xin chào", "こんにちは {{n}}"),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const arbitraryTexts = fc.record(
  { en: arbitraryText, vi: arbitraryText, ja: arbitraryText },
  { requiredKeys: [] },
);
const arbitraryVariableId = fc.constantFrom("v0", "v1", "v2", "lost", null);
const arbitraryItems = fc
  .array(arbitraryTexts, { maxLength: 4 })
  .map((labels) => labels.map((label, index) => ({ id: `i${index}`, label })));
const arbitraryChecks: fc.Arbitrary<AnswerChecks> = fc.oneof(
  fc.constant<AnswerChecks>({ kind: "text", minimum: 1, maximum: 1_000 }),
  fc.constant<AnswerChecks>({ kind: "number", minimum: 0, maximum: null, whole: true }),
  fc.constant<AnswerChecks>({ kind: "email" }),
  fc.constant<AnswerChecks>({ kind: "date", earliest: "today", latest: null }),
  arbitraryItems.map((choiceItems): AnswerChecks => ({ kind: "choice", items: choiceItems })),
);
const arbitraryTries = fc.integer({ min: 1, max: 3 });
const flow_id = "019abcde-0000-7000-8000-000000000001";
const arbitraryOperator = fc.constantFrom("equals", "contains", "greater", "is_set", "is_not_set");
const blockBodies: fc.Arbitrary<object> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("text"), text: arbitraryTexts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("ask"),
      answer: arbitraryChecks,
      text: arbitraryTexts,
      variable_id: arbitraryVariableId,
      retry: arbitraryTexts,
      tries: arbitraryTries,
    }),
  },
  fc.record({
    type: fc.constant("choices"),
    text: arbitraryTexts,
    items: arbitraryItems,
    retry: arbitraryTexts,
    tries: arbitraryTries,
  }),
  fc.record({
    type: fc.constant("card"),
    title: arbitraryTexts,
    text: arbitraryTexts,
    image: fc.constantFrom(null, "https://x.example/{{n}}"),
    buttons: arbitraryItems.map((cardButtons) =>
      cardButtons.map((item, index) => ({ ...item, address: index % 2 ? "https://x.example/" : null })),
    ),
    retry: arbitraryTexts,
    tries: arbitraryTries,
  }),
  fc.record({
    type: fc.constant("condition"),
    items: fc
      .array(
        fc.record({ variable_id: arbitraryVariableId, operator: arbitraryOperator, value: arbitraryText }),
        {
          maxLength: 2,
        },
      )
      .map((tests) => [{ id: "i0", match: "any", tests }]),
  }),
  fc.record({
    type: fc.constant("set"),
    variable_id: arbitraryVariableId,
    operation: fc.constantFrom("text", "add", "clear"),
    value: fc.oneof(arbitraryText, fc.constant("{{n}}{{n}}{{n}}"), fc.constant("1")),
  }),
  fc.record({ type: fc.constant("wait"), seconds: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constant("jump"), flow_id: fc.constantFrom(flow_id, null) }),
  fc.record({
    type: fc.constant("request"),
    method: fc.constantFrom("GET", "POST"),
    address: fc.constantFrom("", "https://x.example/?{{n}}"),
    headers: fc.constant([{ name: "x-n", value: "{{n}}" }]),
    body: fc.constant('{"n":"{{n}}"}'),
    timeout_seconds: fc.constant(5),
    saves: fc.constant([{ path: "a.b", variable_id: "v1" }]),
  }),
  fc.record({ type: fc.constant("handoff"), text: arbitraryTexts }),
  fc.record({ type: fc.constant("tag"), tag: arbitraryText, remove: fc.boolean() }),
  fc.record({ type: fc.constant("end") }),
);

const arbitraryFlow: fc.Arbitrary<Flow> = fc
  .record({
    blocks: fc.array(blockBodies, { minLength: 1, maxLength: blockIds.length }),
    places: fc.array(fc.nat(3), { minLength: blockIds.length, maxLength: blockIds.length }),
    start: fc.constantFrom("g0", "g0", "g0", "g1", "gone"),
    edges: fc.array(
      fc.record({
        block: fc.constantFrom(...blockIds),
        item: fc.constantFrom(undefined, undefined, "i0", "i1", "else"),
        group: fc.constantFrom(...groupIds),
      }),
      { maxLength: 14 },
    ),
  })
  .map(({ blocks, places, start, edges }) =>
    flowSchema.parse({
      start,
      groups: ["g0", "g1", "g2", "g3"].map((id, group) => ({
        id,
        title: "",
        x: 0,
        y: 0,
        blocks: blocks.flatMap((body, index) =>
          places[index] === group ? [{ id: `b${index}`, ...body } as FlowBlock] : [],
        ),
      })),
      edges: edges.map(({ block, item, group }, index) => ({
        id: `e${index}`,
        from: { block_id: block, ...(item !== undefined && { item_id: item }) },
        to: { group_id: group },
      })),
      variables: [
        { id: "v0", name: "n", initial: null },
        { id: "v1", name: "m", initial: "{{n}}" },
        { id: "v2", name: "số_lượng", initial: "1" },
      ],
    }),
  );

const today = "2026-11-25";
const arbitraryToken = fc.nat(8);
const arbitraryEvents: fc.Arbitrary<FlowEvent[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant("message" as const),
        today: fc.constant(today),
        text: fc.oneof(
          arbitraryText,
          fc.constantFrom("1", "2026-12-01", "0000-01-01", "an@example.com", "x".repeat(10_000)),
        ),
        choice: fc.constantFrom(null, null, "i0", "i1", "i9"),
        file: fc.constant(null),
      }),
    },
    fc.record({ type: fc.constant("timer" as const), today: fc.constant(today), token: arbitraryToken }),
    fc.record({
      type: fc.constant("response" as const),
      today: fc.constant(today),
      token: arbitraryToken,
      status: fc.constantFrom(0, 200, 500),
      body: fc.constantFrom("", '{"a":{"b":"{{n}}"}}', "[[[["),
    }),
    fc.constant<FlowEvent>({ type: "resume", today }),
    fc.constant<FlowEvent>({ type: "start", today }),
  ),
  { maxLength: 25 },
);

function runEvents(flow: Flow, sessionEvents: readonly FlowEvent[]) {
  const version = { flow, languages: ["en", "ja"] as const };
  let session = createFlowSession("vi");
  const transcript: (readonly FlowEffect[])[] = [];
  for (const event of [{ type: "start", today } as const, ...sessionEvents]) {
    const result = runFlowTurn(version, session, event);
    // The server stores a session as JSON. So each step begins with a session that was converted to JSON and back.
    session = JSON.parse(JSON.stringify(result.session));
    transcript.push(JSON.parse(JSON.stringify(result.effects)));
  }
  return { session, transcript };
}

test("With random flows and answers each turn ends, sessions and effects match their schemas, and a replay is equal", () => {
  fc.assert(
    fc.property(arbitraryFlow, arbitraryEvents, (flow, sessionEvents) => {
      const firstRun = runEvents(flow, sessionEvents);
      for (const effects of firstRun.transcript) {
        expect(effects.length).toBeLessThanOrEqual(2 * maximumStepsPerTurn + 1);
        for (const effect of effects) expect(flowEffectSchema.parse(effect)).toEqual(effect);
      }
      expect(flowSessionSchema.parse(firstRun.session)).toEqual(firstRun.session);
      expect(firstRun.session.variables.length).toBeLessThanOrEqual(flowLimits.variables);
      // Copies the flow, because graphs are cached by flow object and the second run must build its own graph.
      expect(runEvents(structuredClone(flow), sessionEvents)).toEqual(firstRun);
    }),
    { numRuns: 300 },
  );
});

test("A flow without a loop and with a start never ends with a fault", () => {
  let acceptedCount = 0;
  fc.assert(
    fc.property(arbitraryFlow, arbitraryEvents, (flow, sessionEvents) => {
      const problems = findPublishingProblems(flow, { languages: ["en"], platforms: ["WEB"] });
      expect(
        findPublishingProblems(structuredClone(flow), { languages: ["en"], platforms: ["WEB"] }),
      ).toEqual(problems);
      if (problems.some(({ code }) => code === "loop" || code === "no_start")) return;
      acceptedCount++;
      const { transcript } = runEvents(flow, sessionEvents);
      for (const effects of transcript) expect(effects.some(({ type }) => type === "fault")).toBe(false);
    }),
    { numRuns: 300 },
  );
  expect(acceptedCount).toBeGreaterThan(30);
});
