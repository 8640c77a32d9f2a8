import type { AnswerOption } from "@kakehashi/contract/flows/answer-checks";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { createPartId } from "./ids.ts";

/** Copies a block. The copy and its items get new ids. Adds each old id with its new id to the map `newIds`. */
export function copyBlockWithNewIds(block: FlowBlock, newIds = new Map<string, string>()): FlowBlock {
  function createNewId(id: string): string {
    const newId = createPartId();
    newIds.set(id, newId);
    return newId;
  }
  const withNewItemIds = <T extends { id: string }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, id: createNewId(item.id) }));
  const id = createNewId(block.id);
  if (block.type === "choices") return { ...block, id, items: withNewItemIds<AnswerOption>(block.items) };
  if (block.type === "condition") return { ...block, id, items: withNewItemIds(block.items) };
  if (block.type === "card") return { ...block, id, buttons: withNewItemIds(block.buttons) };
  if (block.type === "ask" && block.answer.kind === "choice")
    return {
      ...block,
      id,
      answer: { ...block.answer, items: withNewItemIds<AnswerOption>(block.answer.items) },
    };
  return { ...block, id };
}
