import type { VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import { expect, test } from "vitest";
import { findOpenQuestion } from "./open-question.ts";

type BotMessage = VisitorTurn["said"][number];

const turn = (number: number, changes: Partial<VisitorTurn>): VisitorTurn => ({
  number,
  content: null,
  choice: null,
  file_name: null,
  said: [],
  is_broadcast: false,
  created_at: "2026-11-28T10:00:00.000Z",
  ...changes,
});
const text = (words: string, ...labels: string[]): BotMessage => ({
  kind: "text",
  text: words,
  replies: labels.map((label) => ({ id: label, label })),
});
const card = (address: string | null): BotMessage => ({
  kind: "card",
  title: "A card",
  text: "",
  image: null,
  buttons: [{ id: "b", label: "A button", address }],
});

test("Quick replies stay the open question after a broadcast, also one with a card", () => {
  const turns = [
    turn(1, { said: [text("Welcome"), text("Which?", "Cut", "Colour")] }),
    turn(2, { said: [text("We open at nine.")], is_broadcast: true }),
    turn(3, { said: [card("https://shop.example")], is_broadcast: true }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 1, said: 1 });
});

test("A card stays the open question after a refused answer and after messages to people", () => {
  const turns = [
    turn(1, { said: [text("Which?", "Cut")] }),
    turn(2, { content: "Cut", said: [card(null)] }),
    turn(3, { content: "What?", said: [text("Please press a button.")] }),
    turn(4, { content: "Hello, is there a person?" }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 2, said: 0 });
});

test("A question that is asked again is the open one, not its first time", () => {
  const turns = [
    turn(1, { said: [text("Which?", "Cut")] }),
    turn(2, { content: "?", said: [text("Again: which?", "Cut")] }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 2, said: 0 });
});

test("Without a button that answers there is no open question", () => {
  expect(findOpenQuestion([])).toBeNull();
  expect(findOpenQuestion([turn(1, { said: [text("Hello"), card("https://shop.example")] })])).toBeNull();
});
