import { elseExit, type FlowBlock } from "./blocks.ts";
import { type Flow, type FlowGroup, itemsOf } from "./flow.ts";

/** A block with its group and its index in the group. */
export interface Placed {
  readonly block: FlowBlock;
  readonly group: FlowGroup;
  readonly index: number;
}

/** An index of a flow. It finds blocks and edges without searching lists. */
export interface FlowGraph {
  readonly groups: ReadonlyMap<string, FlowGroup>;
  readonly blocks: ReadonlyMap<string, Placed>;
  /** The name of each variable, by the variable's id. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * Returns the id of the group to which an exit's edge leads, even if the group does not exist. If an exit has several
   * edges, the first one counts.
   */
  edgeFrom(blockId: string, itemId?: string): string | undefined;
  /**
   * Returns the block after an exit: by the item's edge, else by the block's edge, else the next block of the group.
   * Undefined if nothing follows.
   */
  next(placed: Placed, itemId?: string): Placed | undefined;
  /** Returns the first block of a group. Undefined if the group is empty or missing. */
  first(groupId: string): Placed | undefined;
}

const graphs = new WeakMap<Flow, FlowGraph>();

/** Returns the graph of a flow. The graph is cached for this flow object, so never change a flow in place. */
export function graphOf(flow: Flow): FlowGraph {
  const cachedGraph = graphs.get(flow);
  if (cachedGraph) return cachedGraph;
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

/** Whether the flow waits at this block until the visitor or a person acts. */
export function waitsForSomebody(block: FlowBlock): boolean {
  if (block.type === "card") return itemsOf(block).length > 0;
  return block.type === "ask" || block.type === "choices" || block.type === "handoff";
}

/** Whether the flow waits for the visitor's answer at this block. */
export const asksVisitor = (block: FlowBlock): boolean => block.type !== "handoff" && waitsForSomebody(block);

const blocksThatEndFlow: ReadonlySet<string> = new Set(["end", "jump"]);

/**
 * Returns the exits of a block. Undefined is the block's own exit. The others are ids of items. Empty if the flow ends
 * at the block.
 */
export function exitsOf(block: FlowBlock, graph: FlowGraph): (string | undefined)[] {
  if (blocksThatEndFlow.has(block.type)) return [];
  const items: (string | undefined)[] = itemsOf(block).map(({ id }) => id);
  if (block.type === "condition") return [...items, elseExit];
  // Without an `else` edge a failed question is asked again, and a failed request continues like a successful one.
  const mayFail = asksVisitor(block) || block.type === "request";
  const failed = mayFail && graph.edgeFrom(block.id, elseExit) !== undefined ? [elseExit] : [];
  return items.length > 0 ? [...items, ...failed] : [undefined, ...failed];
}

/** Returns all blocks that can directly follow a block, each once. */
export function nextBlocks(placed: Placed, graph: FlowGraph): Placed[] {
  const exits = exitsOf(placed.block, graph).map((exit) => graph.next(placed, exit));
  return [...new Set(exits.filter((next) => next !== undefined))];
}
