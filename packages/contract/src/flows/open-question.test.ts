import { expect, test } from "vitest";
import { repeatOpenQuestionInLanguage } from "./open-question.ts";
import { type FlowWithLanguages, runFlowTurn } from "./run.ts";
import { createFlowSession } from "./session.ts";
import { buildTestFlow, createTestAskBlock, createTestEdge, createTestEndBlock } from "./test-flows.ts";

const today = "2026-11-25";
const testFlow = buildTestFlow(
  {
    start: [createTestAskBlock("name", "n")],
    drink: [
      {
        id: "drink",
        type: "choices",
        text: { en: "A drink, {{n}}?", ja: "{{n}}さん、お飲み物は？" },
        items: [{ id: "tea", label: { en: "Tea", ja: "お茶" } }],
        retry: {},
        tries: 3,
      },
    ],
    end: [createTestEndBlock()],
  },
  [createTestEdge("name", "drink"), createTestEdge("drink", "end", "tea")],
);
const version: FlowWithLanguages = { flow: testFlow, languages: ["en", "ja"] };
const sendMessage = (session: ReturnType<typeof createFlowSession>, text: string) =>
  runFlowTurn(version, session, { type: "message", today, text, choice: null, file: null }).session;

test("an open question is asked again in another language, with its replies and its variables", () => {
  const sessionWithQuestion = sendMessage(
    runFlowTurn(version, createFlowSession("en"), { type: "start", today }).session,
    "Aiko",
  );
  expect(repeatOpenQuestionInLanguage(version, sessionWithQuestion, "ja")).toEqual([
    {
      type: "say",
      block_id: "drink",
      message: { kind: "text", text: "Aikoさん、お飲み物は？", replies: [{ id: "tea", label: "お茶" }] },
    },
  ]);
});

test("a question that is the same in both languages is not asked again, nor is one that was answered", () => {
  const startedSession = runFlowTurn(version, createFlowSession("en"), { type: "start", today }).session;
  expect(repeatOpenQuestionInLanguage(version, startedSession, "ja")).toEqual([]);
  const endedSession = sendMessage(sendMessage(startedSession, "Aiko"), "tea");
  expect(endedSession.state.kind).toBe("ended");
  expect(repeatOpenQuestionInLanguage(version, endedSession, "ja")).toEqual([]);
});
