import { type FlowBlock, fallbackExitId } from "./blocks.ts";
import { type Flow, type FlowGroup, listItemsWithExit } from "./flow.ts";

/** A block with its group and its index in the group. */
export interface PlacedBlock {
  readonly block: FlowBlock;
  readonly group: FlowGroup;
  readonly index: number;
}

/** A lookup structure for a flow, which finds blocks and edges without searching lists. */
export interface FlowGraph {
  readonly groups: ReadonlyMap<string, FlowGroup>;
  readonly blocks: ReadonlyMap<string, PlacedBlock>;
  /** The name of each variable of the flow, by the variable's id. */
  readonly variableNames: ReadonlyMap<string, string>;
  /**
   * Returns the id of the group to which an exit's edge leads, even if that group does not exist. If an exit has
   * several edges, the first one counts.
   */
  targetGroupIdOf(blockId: string, itemId?: string): string | undefined;
  /**
   * Returns the block that follows `placedBlock` when the flow leaves it through an exit. Follows the edge of the item
   * `itemId`. If the item has no edge or is absent, follows the edge of the block itself. If the block has no edge
   * either, returns the next block of its group. Undefined: no block follows.
   */
  nextBlock(placedBlock: PlacedBlock, itemId?: string): PlacedBlock | undefined;
  /** Returns the first block of a group. Undefined if the group is empty or missing. */
  firstBlockOf(groupId: string): PlacedBlock | undefined;
}

const graphCache = new WeakMap<Flow, FlowGraph>();

/** Returns the graph of a flow. The graph is cached by flow object, so never mutate a flow. */
export function getFlowGraph(flow: Flow): FlowGraph {
  const cachedGraph = graphCache.get(flow);
  if (cachedGraph) return cachedGraph;
  const graph = createGraph(flow);
  graphCache.set(flow, graph);
  return graph;
}

function createGraph(flow: Flow): FlowGraph {
  const groups = new Map(flow.groups.map((group) => [group.id, group]));
  const blocks = new Map<string, PlacedBlock>();
  for (const group of flow.groups)
    for (const [index, block] of group.blocks.entries()) blocks.set(block.id, { block, group, index });
  const targetGroupIdByExit = new Map<string, string>();
  // The key joins the ids of the block and the item with a space. Ids contain no spaces, so the key is unique for each
  // pair.
  const createExitKey = (blockId: string, itemId = "") => `${blockId} ${itemId}`;
  for (const { from, to } of flow.edges) {
    const key = createExitKey(from.block_id, from.item_id);
    if (!targetGroupIdByExit.has(key)) targetGroupIdByExit.set(key, to.group_id);
  }
  const findTargetGroupId = (blockId: string, itemId?: string) =>
    targetGroupIdByExit.get(createExitKey(blockId, itemId));
  const findFirstBlock = (groupId: string): PlacedBlock | undefined => {
    const block = groups.get(groupId)?.blocks[0];
    return block && blocks.get(block.id);
  };
  return {
    groups,
    blocks,
    variableNames: new Map(flow.variables.map(({ id, name }) => [id, name])),
    targetGroupIdOf: findTargetGroupId,
    firstBlockOf: findFirstBlock,
    nextBlock({ block, group, index }, itemId) {
      const target =
        (itemId === undefined ? undefined : findTargetGroupId(block.id, itemId)) ??
        findTargetGroupId(block.id);
      if (target !== undefined) return findFirstBlock(target);
      const followingBlock = group.blocks[index + 1];
      return followingBlock && blocks.get(followingBlock.id);
    },
  };
}

/** Whether the flow waits at this block until the visitor or a person acts. */
export function waitsForSomebody(block: FlowBlock): boolean {
  if (block.type === "card") return listItemsWithExit(block).length > 0;
  return block.type === "ask" || block.type === "choices" || block.type === "handoff";
}

/** Whether the flow waits at this block for the visitor's answer. */
export const asksVisitor = (block: FlowBlock): boolean => block.type !== "handoff" && waitsForSomebody(block);

const blocksThatEndFlow: ReadonlySet<string> = new Set(["end", "jump"]);

/**
 * Returns the ids of the exits of a block. The id of an exit is the id of the item that has this exit, or undefined for
 * the exit of the block itself. The list is empty if the flow ends at the block.
 */
export function listExitIds(block: FlowBlock, graph: FlowGraph): (string | undefined)[] {
  if (blocksThatEndFlow.has(block.type)) return [];
  const itemIds: (string | undefined)[] = listItemsWithExit(block).map(({ id }) => id);
  if (block.type === "condition") return [...itemIds, fallbackExitId];
  // The `else` exit is optional. Without its edge, the bot repeats a question after a failed answer, and continues
  // after a failed request as after a successful one.
  const canFail = asksVisitor(block) || block.type === "request";
  const failureExits =
    canFail && graph.targetGroupIdOf(block.id, fallbackExitId) !== undefined ? [fallbackExitId] : [];
  return itemIds.length > 0 ? [...itemIds, ...failureExits] : [undefined, ...failureExits];
}

/** Returns all blocks that can directly follow a block, without duplicates. */
export function findNextBlocks(placedBlock: PlacedBlock, graph: FlowGraph): PlacedBlock[] {
  const exits = listExitIds(placedBlock.block, graph).map((exitId) => graph.nextBlock(placedBlock, exitId));
  return [...new Set(exits.filter((nextPlacedBlock) => nextPlacedBlock !== undefined))];
}
