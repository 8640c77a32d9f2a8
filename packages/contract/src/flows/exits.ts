import type { Language } from "../languages.ts";
import { findChosenOption, parseAnswer } from "./answers.ts";
import type { FlowBlock } from "./blocks.ts";
import type { FlowEvent } from "./events.ts";
import { listItemsWithExit } from "./flow.ts";
import type { TurnVariables } from "./variables.ts";
import type { QuestionBlock } from "./voice.ts";

export type FlowMessageEvent = Extract<FlowEvent, { type: "message" }>;

export const isQuestion = (block: FlowBlock | undefined): block is QuestionBlock =>
  block?.type === "card" || block?.type === "choices" || block?.type === "ask";

/**
 * Finds the exit for a visitor's answer to a question, and stores the answer in the question's variable. Null: the
 * answer is refused.
 */
export function storeAnswerAndFindExit(
  block: QuestionBlock,
  event: FlowMessageEvent,
  { language, set }: Pick<TurnVariables, "set"> & { language: Language },
): { item: string | undefined } | null {
  if (block.type === "ask") {
    const value = parseAnswer(block.answer, event, language);
    if (value === null) return null;
    set(block.variable_id, value);
    return { item: undefined };
  }
  const exits = new Set(listItemsWithExit(block).map(({ id }) => id));
  const items = block.type === "choices" ? block.items : block.buttons.filter(({ id }) => exits.has(id));
  const chosenItem = findChosenOption(items, event);
  return chosenItem ? { item: chosenItem.id } : null;
}
