import { elseExit, type FlowBlock } from "./blocks.ts";
import { type Flow, type FlowGroup, itemsOf } from "./flow.ts";

/** A block, and where it stands. */
export interface Placed {
  readonly block: FlowBlock;
  readonly group: FlowGroup;
  readonly index: number;
}

/** A flow in the form in which its blocks and edges are found at once. */
export interface FlowGraph {
  readonly groups: ReadonlyMap<string, FlowGroup>;
  readonly blocks: ReadonlyMap<string, Placed>;
  /** The name of each variable by its id. */
  readonly names: ReadonlyMap<string, string>;
  /** The group that an exit's edge leads to, even if there is no such group. The first of several edges counts. */
  edgeFrom(blockId: string, itemId?: string): string | undefined;
  /** The block after an exit: by the item's edge, else the block's, else the next of its group. Undefined: none. */
  next(placed: Placed, itemId?: string): Placed | undefined;
  first(groupId: string): Placed | undefined;
}

const graphs = new WeakMap<Flow, FlowGraph>();

/** The graph of a flow. Asked again for the same object, it is the one made before; so a flow must not be changed. */
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
  // Ids hold no space, so it cannot be mistaken for a part of one.
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

/** Whether the flow stands still at a block until the visitor, or a person, has done something. */
export function asksSomebody(block: FlowBlock): boolean {
  if (block.type === "card") return itemsOf(block).length > 0;
  return block.type === "ask" || block.type === "choices" || block.type === "handoff";
}

/** Whether a visitor's answer decides how the flow goes on. */
export const asksVisitor = (block: FlowBlock): boolean => block.type !== "handoff" && asksSomebody(block);

const finals: ReadonlySet<string> = new Set(["end", "jump"]);

/** The exits of a block: undefined is its own, the others are those of its items. None: the flow ends there. */
export function exitsOf(block: FlowBlock, graph: FlowGraph): (string | undefined)[] {
  if (finals.has(block.type)) return [];
  const items: (string | undefined)[] = itemsOf(block).map(({ id }) => id);
  if (block.type === "condition") return [...items, elseExit];
  // Without an edge for it, a question is asked again, and a call that failed goes on as one that worked.
  const mayFail = asksVisitor(block) || block.type === "request";
  const failed = mayFail && graph.edgeFrom(block.id, elseExit) !== undefined ? [elseExit] : [];
  return items.length > 0 ? [...items, ...failed] : [undefined, ...failed];
}

/** The blocks that can be the next after a block, each once. */
export function followers(placed: Placed, graph: FlowGraph): Placed[] {
  const exits = exitsOf(placed.block, graph).map((exit) => graph.next(placed, exit));
  return [...new Set(exits.filter((next) => next !== undefined))];
}
