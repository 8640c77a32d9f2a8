import { elseExit, type FlowBlock } from "./blocks.ts";
import { type Flow, type FlowGroup, itemsOf } from "./flow.ts";

/** A block with its group and its index in the group. */
export interface Placed {
  readonly block: FlowBlock;
  readonly group: FlowGroup;
  readonly index: number;
}

/** An index of a flow: finds blocks and edges without searching the lists. */
export interface FlowGraph {
  readonly groups: ReadonlyMap<string, FlowGroup>;
  readonly blocks: ReadonlyMap<string, Placed>;
  /** The names of variables, by id. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * Returns the group id at the end of an exit's edge, even if the group does not exist. If several edges
   * leave the exit, the first one counts.
   */
  edgeFrom(blockId: string, itemId?: string): string | undefined;
  /**
   * Returns the next block after an exit: by the item's edge, otherwise by the block's edge, otherwise the next block
   * of the group. Undefined if nothing follows.
   */
  next(placed: Placed, itemId?: string): Placed | undefined;
  /** Returns the first block of a group. Undefined if the group is empty or missing. */
  first(groupId: string): Placed | undefined;
}

const graphs = new WeakMap<Flow, FlowGraph>();

/** Returns the graph of a flow. It is cached by the flow object, so callers must never change a flow in place. */
export function graphOf(flow: Flow): FlowGraph {
  const known = graphs.get(flow);
  if (known) return known;
  const graph = createGraph(flow);
  graphs.set(flow, graph);
  return graph;
}

function createGraph(flow: Flow): FlowGraph {
  const groups = new Map(flow.groups.map((group) => [group.id, group]));
  const blocks = new Map<string, Placed>();
  for (const group of flow.groups)
    for (const [index, block] of group.blocks.entries()) blocks.set(block.id, { block, group, index });
  const edges = new Map<string, string>();
  // Ids contain no spaces, so different pairs always give different keys.
  const keyOf = (blockId: string, itemId = "") => `${blockId} ${itemId}`;
  for (const { from, to } of flow.edges) {
    const key = keyOf(from.block_id, from.item_id);
    if (!edges.has(key)) edges.set(key, to.group_id);
  }
  const edgeFrom = (blockId: string, itemId?: string) => edges.get(keyOf(blockId, itemId));
  const first = (groupId: string): Placed | undefined => {
    const block = groups.get(groupId)?.blocks[0];
    return block && blocks.get(block.id);
  };
  return {
    groups,
    blocks,
    names: new Map(flow.variables.map(({ id, name }) => [id, name])),
    edgeFrom,
    first,
    next({ block, group, index }, itemId) {
      const target = (itemId === undefined ? undefined : edgeFrom(block.id, itemId)) ?? edgeFrom(block.id);
      if (target !== undefined) return first(target);
      const following = group.blocks[index + 1];
      return following && blocks.get(following.id);
    },
  };
}

/** Whether the flow stops at this block until the visitor or a person does something. */
export function waitsForSomebody(block: FlowBlock): boolean {
  if (block.type === "card") return itemsOf(block).length > 0;
  return block.type === "ask" || block.type === "choices" || block.type === "handoff";
}

/** Whether the flow waits for the visitor's answer at this block. */
export const asksVisitor = (block: FlowBlock): boolean => block.type !== "handoff" && waitsForSomebody(block);

const finals: ReadonlySet<string> = new Set(["end", "jump"]);

/**
 * Returns the exits of a block. Undefined stands for the block's own exit; the others are item ids. Empty if
 * the flow ends at the block.
 */
export function exitsOf(block: FlowBlock, graph: FlowGraph): (string | undefined)[] {
  if (finals.has(block.type)) return [];
  const items: (string | undefined)[] = itemsOf(block).map(({ id }) => id);
  if (block.type === "condition") return [...items, elseExit];
  // Without an `else` edge, a failed question is asked again, and a failed request goes on like a successful one.
  const mayFail = asksVisitor(block) || block.type === "request";
  const failed = mayFail && graph.edgeFrom(block.id, elseExit) !== undefined ? [elseExit] : [];
  return items.length > 0 ? [...items, ...failed] : [undefined, ...failed];
}

/** Returns all blocks that can come right after a block, each once. */
export function nextBlocks(placed: Placed, graph: FlowGraph): Placed[] {
  const exits = exitsOf(placed.block, graph).map((exit) => graph.next(placed, exit));
  return [...new Set(exits.filter((next) => next !== undefined))];
}
