import type { FlowBlock, FlowItem } from "@kakehashi/contract/flows/blocks";
import { newPartId } from "./ids.ts";

/** Copies a block and gives the copy and its items new ids. Adds each old id with its new id to `renamed`. */
export function withNewIds(block: FlowBlock, renamed = new Map<string, string>()): FlowBlock {
  function fresh(id: string): string {
    const next = newPartId();
    renamed.set(id, next);
    return next;
  }
  const freshItems = <T extends { id: string }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, id: fresh(item.id) }));
  const id = fresh(block.id);
  if (block.type === "choices") return { ...block, id, items: freshItems<FlowItem>(block.items) };
  if (block.type === "condition") return { ...block, id, items: freshItems(block.items) };
  if (block.type === "card") return { ...block, id, buttons: freshItems(block.buttons) };
  if (block.type === "ask" && block.answer.kind === "choice")
    return { ...block, id, answer: { ...block.answer, items: freshItems<FlowItem>(block.answer.items) } };
  return { ...block, id };
}
