import { type FlowBlock, fallbackExitId } from "@kakehashi/contract/flows/blocks";
import { listItemsWithExit } from "@kakehashi/contract/flows/flow";

/** An exit of a block: a place from which a line can lead to another group. */
export interface BlockExit {
  /** The id of the item of the block at which the line begins. Undefined for the block's own exit. */
  readonly itemId: string | undefined;
  readonly kind: "next" | "item" | "else";
  /** The index of the item in the block's list of items. -1 if the exit belongs to no item. */
  readonly itemIndex: number;
}

const nextExit: BlockExit = { itemId: undefined, kind: "next", itemIndex: -1 };
const otherwiseExit: BlockExit = { itemId: fallbackExitId, kind: "else", itemIndex: -1 };

/**
 * Returns the exits of a block that the canvas shows. The block's own exit is shown if it has a line. It is also shown
 * if the block is the last one of its group and its items have no exits. All other blocks need no own exit, because the
 * story normally continues with the next block.
 */
export function shownExitsOf(block: FlowBlock, isLastBlock: boolean, hasOwnEdge: boolean): BlockExit[] {
  const { type } = block;
  if (type === "end" || type === "jump") return [];
  const flowItems: readonly { readonly id: string }[] = listItemsWithExit(block);
  const items = flowItems.map(({ id }, index): BlockExit => ({ itemId: id, kind: "item", itemIndex: index }));
  const hasFailureExit = type === "ask" || type === "request" || type === "condition" || items.length > 0;
  const hasOwnExit = (items.length === 0 && isLastBlock && type !== "condition") || hasOwnEdge;
  return [
    ...items,
    ...(hasOwnExit ? [nextExit] : []),
    ...(hasFailureExit || type === "choices" ? [otherwiseExit] : []),
  ];
}

/**
 * Returns the text key for what the bot does if an exit has no line: it asks again, goes to the next block, or does
 * nothing.
 */
export function unconnectedExitTextKeyOf(
  block: FlowBlock,
  { kind }: Pick<BlockExit, "kind">,
  isLastBlock: boolean,
) {
  const { type } = block;
  if (kind === "else" && (type === "choices" || type === "card" || type === "ask")) return "asksAgain";
  return isLastBlock ? "nothingNext" : "nextBlock";
}

/**
 * Returns the exit whose line is missing or wrong, to name it in the description of a problem. Undefined for all other
 * problems. Also undefined for the block's own exit: most blocks have only this exit, so it needs no name.
 */
export function exitOfProblem(
  block: FlowBlock,
  { code, field }: { readonly code: string; readonly field: string | null },
): BlockExit | undefined {
  const isAboutLine = code === "dead_end" || code === "many_edges" || code === "missing_target";
  if (!isAboutLine || field === null || block.type === "jump") return undefined;
  const [list = "", index = ""] = field.split(".");
  return shownExitsOf(block, true, false).find(
    (blockExit) =>
      blockExit.itemId === list || (blockExit.kind === "item" && String(blockExit.itemIndex) === index),
  );
}

/**
 * Returns the id of an exit's handle on the canvas: the block's id and the item's id with a slash between. The two ids
 * contain no slash.
 */
export const handleIdOf = (blockId: string, itemId: string | undefined): string =>
  `${blockId}/${itemId ?? ""}`;

export function edgeStartOfHandle(handleId: string): { block_id: string; item_id?: string } {
  const [block_id = "", item_id = ""] = handleId.split("/");
  return { block_id, ...(item_id && { item_id }) };
}
