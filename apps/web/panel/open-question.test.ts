import type { VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import { expect, test } from "vitest";
import { findOpenQuestion } from "./open-question.ts";

type BotMessage = VisitorTurn["said"][number];

const visitorTurn = (number: number, changes: Partial<VisitorTurn>): VisitorTurn => ({
  number,
  content: null,
  choice: null,
  file_name: null,
  said: [],
  is_broadcast: false,
  created_at: "2026-11-28T10:00:00.000Z",
  ...changes,
});
const textMessage = (words: string, ...labels: string[]): BotMessage => ({
  kind: "text",
  text: words,
  replies: labels.map((label) => ({ id: label, label })),
});
const cardMessage = (address: string | null): BotMessage => ({
  kind: "card",
  title: "A card",
  text: "",
  image: null,
  buttons: [{ id: "b", label: "A button", address }],
});

test("Quick replies stay the open question after a broadcast, also one with a card", () => {
  const turns = [
    visitorTurn(1, { said: [textMessage("Welcome"), textMessage("Which?", "Cut", "Colour")] }),
    visitorTurn(2, { said: [textMessage("We open at nine.")], is_broadcast: true }),
    visitorTurn(3, { said: [cardMessage("https://shop.example")], is_broadcast: true }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 1, said: 1 });
});

test("A card stays the open question after a refused answer and after messages to people", () => {
  const turns = [
    visitorTurn(1, { said: [textMessage("Which?", "Cut")] }),
    visitorTurn(2, { content: "Cut", said: [cardMessage(null)] }),
    visitorTurn(3, { content: "What?", said: [textMessage("Please press a button.")] }),
    visitorTurn(4, { content: "Hello, is there a person?" }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 2, said: 0 });
});

test("A question that is asked again is the open one, not its first time", () => {
  const turns = [
    visitorTurn(1, { said: [textMessage("Which?", "Cut")] }),
    visitorTurn(2, { content: "?", said: [textMessage("Again: which?", "Cut")] }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 2, said: 0 });
});

test("Without a button that answers there is no open question", () => {
  expect(findOpenQuestion([])).toBeNull();
  expect(
    findOpenQuestion([visitorTurn(1, { said: [textMessage("Hello"), cardMessage("https://shop.example")] })]),
  ).toBeNull();
});
