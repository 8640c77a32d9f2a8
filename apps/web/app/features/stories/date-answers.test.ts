import { flowSchema } from "@kakehashi/contract/flows/flow";
import { expect, test } from "vitest";
import { dateVariableNamesOf, doesAskForDate } from "./date-answers.ts";
import { playStory } from "./play.ts";

const createDateQuestion = (id: string, variable_id: string, answer: object) => ({
  id,
  type: "ask",
  text: { en: "?" },
  answer,
  variable_id,
  retry: {},
});
const testFlow = flowSchema.parse({
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        createDateQuestion("when", "d", { kind: "date", earliest: null, latest: null }),
        createDateQuestion("code", "c", { kind: "text", minimum: 1, maximum: 100 }),
      ],
    },
  ],
  edges: [],
  variables: [
    { id: "c", name: "code" },
    { id: "d", name: "day" },
  ],
});
const testSave = { flow_id: "00000000-0000-7000-8000-000000000000", save_number: 1 };

test("the variables of questions for a date are found by their names", () => {
  expect(dateVariableNamesOf([testFlow, testFlow])).toEqual(["day"]);
});

test.each([
  ["when", true],
  ["code", false],
  ["gone", false],
  [null, false],
])("a step at the block %s asks for a date: %s", (block_id, expected) => {
  expect(doesAskForDate({ savedFlow: testSave, block_id }, () => testFlow)).toBe(expected);
});

test("a step whose story is not there asks for nothing", () => {
  expect(doesAskForDate({ savedFlow: testSave, block_id: "when" }, () => undefined)).toBe(false);
  expect(doesAskForDate({ savedFlow: null, block_id: "when" }, () => testFlow)).toBe(false);
  expect(doesAskForDate(undefined, () => testFlow)).toBe(false);
});

const testDay = "2026-12-24";
test("in the preview, an answer is a date only if the question asked for one", () => {
  const message = { type: "message", today: testDay, text: testDay, choice: null, file: null } as const;
  const playedConversation = playStory({
    storyId: "one",
    languages: ["en"],
    language: "en",
    events: [{ type: "start", today: testDay }, message, message],
    findDraft: () => testFlow,
  });
  expect(playedConversation.turns.map(({ isAnswerToDateQuestion }) => isAnswerToDateQuestion)).toEqual([
    false,
    true,
    false,
  ]);
  expect(playedConversation.dateVariableNames).toEqual(["day"]);
  expect(playedConversation.session.variables).toEqual([
    { name: "day", value: testDay },
    { name: "code", value: testDay },
  ]);
});
