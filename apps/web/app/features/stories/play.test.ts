import { flowSchema } from "@kakehashi/contract/flows/flow";
import { expect, test } from "vitest";
import { play } from "./play.ts";

const day = "2026-12-24";
const ask = (id: string, variable_id: string, answer: object) => ({
  id,
  type: "ask",
  text: { en: "?" },
  answer,
  variable_id,
  retry: {},
});
const flow = flowSchema.parse({
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        ask("when", "d", { kind: "date", earliest: null, latest: null }),
        ask("code", "c", { kind: "text", minimum: 1, maximum: 100 }),
      ],
    },
  ],
  edges: [],
  variables: [
    { id: "d", name: "day" },
    { id: "c", name: "code" },
  ],
});

test("an answer is a date only if the question asked for one", () => {
  const message = { type: "message", today: day, text: day, choice: null, file: null } as const;
  const played = play({
    storyId: "one",
    languages: ["en"],
    language: "en",
    events: [{ type: "start", today: day }, message, message],
    draftOf: () => flow,
  });
  expect(played.turns.map(({ isDateAnswer }) => isDateAnswer)).toEqual([false, true, false]);
  expect(played.dateVariables).toEqual(["day"]);
  expect(played.session.variables).toEqual([
    { name: "day", value: day },
    { name: "code", value: day },
  ]);
});
