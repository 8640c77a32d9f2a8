import type { TurnForVisitor } from "@kakehashi/contract/bot-visitor-shapes";
import { expect, test } from "vitest";
import { findOpenQuestion } from "./open-question.ts";

type BotMessage = TurnForVisitor["said"][number];

const createVisitorTurn = (number: number, changes: Partial<TurnForVisitor>): TurnForVisitor => ({
  number,
  content: null,
  choice: null,
  file_name: null,
  said: [],
  is_broadcast: false,
  created_at: "2026-11-28T10:00:00.000Z",
  ...changes,
});
const createTextMessage = (messageText: string, ...replyLabels: string[]): BotMessage => ({
  kind: "text",
  text: messageText,
  replies: replyLabels.map((label) => ({ id: label, label })),
});
const createCardMessage = (address: string | null): BotMessage => ({
  kind: "card",
  title: "A card",
  text: "",
  image: null,
  buttons: [{ id: "b", label: "A button", address }],
});

test("Quick replies stay the open question after a broadcast, also one with a card", () => {
  const turns = [
    createVisitorTurn(1, {
      said: [createTextMessage("Welcome"), createTextMessage("Which?", "Cut", "Colour")],
    }),
    createVisitorTurn(2, { said: [createTextMessage("We open at nine.")], is_broadcast: true }),
    createVisitorTurn(3, { said: [createCardMessage("https://shop.example")], is_broadcast: true }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 1, saidIndex: 1 });
});

test("A card stays the open question after a refused answer and after messages to people", () => {
  const turns = [
    createVisitorTurn(1, { said: [createTextMessage("Which?", "Cut")] }),
    createVisitorTurn(2, { content: "Cut", said: [createCardMessage(null)] }),
    createVisitorTurn(3, { content: "What?", said: [createTextMessage("Please press a button.")] }),
    createVisitorTurn(4, { content: "Hello, is there a person?" }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 2, saidIndex: 0 });
});

test("A question that is asked again is the open one, not its first time", () => {
  const turns = [
    createVisitorTurn(1, { said: [createTextMessage("Which?", "Cut")] }),
    createVisitorTurn(2, { content: "?", said: [createTextMessage("Again: which?", "Cut")] }),
  ];
  expect(findOpenQuestion(turns)).toEqual({ turn: 2, saidIndex: 0 });
});

test("Without a button that answers there is no open question", () => {
  expect(findOpenQuestion([])).toBeNull();
  expect(
    findOpenQuestion([
      createVisitorTurn(1, { said: [createTextMessage("Hello"), createCardMessage("https://shop.example")] }),
    ]),
  ).toBeNull();
});
