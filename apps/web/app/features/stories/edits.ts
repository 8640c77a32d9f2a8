import { type FlowBlock, fallbackExitId } from "@kakehashi/contract/flows/blocks";
import { type Flow, type FlowGroup, listItemsWithExit } from "@kakehashi/contract/flows/flow";
import { groupWidthPx } from "./geometry.ts";
import { createPartId } from "./ids.ts";

// These functions change a story. Each returns a new story and leaves the old one unchanged, so that undo can restore
// it.

export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}
type EdgeStart = Flow["edges"][number]["from"];
export type FlowVariable = Flow["variables"][number];

const isSameEdgeStart = (a: EdgeStart, b: EdgeStart) => a.block_id === b.block_id && a.item_id === b.item_id;

export function updateGroup(flow: Flow, id: string, change: (group: FlowGroup) => FlowGroup): Flow {
  return { ...flow, groups: flow.groups.map((group) => (group.id === id ? change(group) : group)) };
}

export const findBlock = (flow: Flow, id: string): { group: FlowGroup; block: FlowBlock } | undefined => {
  for (const group of flow.groups) {
    const block = group.blocks.find((groupBlock) => groupBlock.id === id);
    if (block) return { group, block };
  }
  return undefined;
};

/**
 * Replaces the block with the same id in a story. If an item of the old block is gone, also removes the line from this
 * item.
 */
export function replaceBlock(flow: Flow, block: FlowBlock): Flow {
  const blockBefore = findBlock(flow, block.id);
  if (!blockBefore) return flow;
  const items: readonly { readonly id: string }[] = listItemsWithExit(block);
  const exits = new Set([fallbackExitId, ...items.map(({ id }) => id)]);
  const isFromRemovedItem = ({ block_id, item_id }: EdgeStart) =>
    block_id === block.id && item_id !== undefined && !exits.has(item_id);
  return {
    ...updateGroup(flow, blockBefore.group.id, (group) => ({
      ...group,
      blocks: group.blocks.map((groupBlock) => (groupBlock.id === block.id ? block : groupBlock)),
    })),
    edges: flow.edges.some(({ from }) => isFromRemovedItem(from))
      ? flow.edges.filter(({ from }) => !isFromRemovedItem(from))
      : flow.edges,
  };
}

export function insertBlock(flow: Flow, groupId: string, block: FlowBlock, index = 100): Flow {
  return updateGroup(flow, groupId, (group) => ({
    ...group,
    blocks: group.blocks.toSpliced(index, 0, block),
  }));
}

/** Moves a block to an index of a group. The group may be the block's own group. */
export function moveBlock(flow: Flow, blockId: string, groupId: string, index: number): Flow {
  const foundBlock = findBlock(flow, blockId);
  if (!foundBlock) return flow;
  const fromIndex = foundBlock.group.blocks.indexOf(foundBlock.block);
  const isSameGroup = foundBlock.group.id === groupId;
  const toIndex = isSameGroup && fromIndex < index ? index - 1 : index;
  if (isSameGroup && fromIndex === toIndex) return flow;
  const flowWithoutBlock = updateGroup(flow, foundBlock.group.id, (group) => ({
    ...group,
    blocks: group.blocks.filter(({ id }) => id !== blockId),
  }));
  return insertBlock(flowWithoutBlock, groupId, foundBlock.block, toIndex);
}

export function removeBlock(flow: Flow, blockId: string): Flow {
  return {
    ...flow,
    groups: flow.groups.map((group) =>
      group.blocks.some(({ id }) => id === blockId)
        ? { ...group, blocks: group.blocks.filter(({ id }) => id !== blockId) }
        : group,
    ),
    edges: flow.edges.filter(({ from }) => from.block_id !== blockId),
  };
}

export function addGroup(
  flow: Flow,
  { x, y }: CanvasPoint,
  blocks: FlowBlock[] = [],
  id = createPartId(),
): Flow {
  return {
    ...flow,
    groups: [...flow.groups, { id, title: "", x: Math.round(x), y: Math.round(y), blocks }],
  };
}

/** Returns a free position for a new group, to the right of `nearPoint`. `nearPoint` can be a group. */
export function findFreePositionBeside(
  { groups }: Flow,
  nearPoint: CanvasPoint = { x: 0, y: 0 },
): CanvasPoint {
  const x = nearPoint.x + groupWidthPx + 80;
  const isPositionTaken = (y: number) =>
    groups.some((group) => Math.abs(group.x - x) < groupWidthPx && Math.abs(group.y - y) < 160);
  let { y } = nearPoint;
  while (isPositionTaken(y)) y += 180;
  return { x, y };
}

/**
 * Removes groups with their blocks and lines. If no group is left, adds an empty one, because a story needs a start.
 */
export function removeGroups(flow: Flow, ids: ReadonlySet<string>): Flow {
  const isRemoved = ({ id }: FlowGroup) => ids.has(id);
  const removedBlockIds = new Set(
    flow.groups.filter(isRemoved).flatMap(({ blocks }) => blocks.map(({ id }) => id)),
  );
  const remainingGroups = flow.groups.filter((group) => !isRemoved(group));
  const groups =
    remainingGroups.length > 0
      ? remainingGroups
      : [{ id: createPartId(), title: "", x: 0, y: 0, blocks: [] }];
  return {
    ...flow,
    groups,
    start: ids.has(flow.start) ? (groups[0]?.id ?? flow.start) : flow.start,
    edges: flow.edges.filter(({ from, to }) => !removedBlockIds.has(from.block_id) && !ids.has(to.group_id)),
  };
}

export function moveGroups(flow: Flow, positions: ReadonlyMap<string, CanvasPoint>): Flow {
  const groups = flow.groups.map((group) => {
    const position = positions.get(group.id);
    if (!position) return group;
    const [x, y] = [Math.round(position.x), Math.round(position.y)];
    return x === group.x && y === group.y ? group : { ...group, x, y };
  });
  // Return the same story object if no group has moved, so that there is no undo step.
  return groups.some((group, index) => group !== flow.groups[index]) ? { ...flow, groups } : flow;
}

/**
 * Connects an exit of a block to a group, and removes the exit's former line. If `targetGroupId` is null, only removes
 * the line.
 */
export function connectExitToGroup(flow: Flow, from: EdgeStart, targetGroupId: string | null): Flow {
  const otherEdges = flow.edges.filter((edge) => !isSameEdgeStart(edge.from, from));
  return {
    ...flow,
    edges:
      targetGroupId === null
        ? otherEdges
        : [...otherEdges, { id: createPartId(), from, to: { group_id: targetGroupId } }],
  };
}

export const targetGroupIdOf = (flow: Flow, from: EdgeStart): string | undefined =>
  flow.edges.find((edge) => isSameEdgeStart(edge.from, from))?.to.group_id;

export const removeEdges = (flow: Flow, ids: ReadonlySet<string>): Flow => ({
  ...flow,
  edges: flow.edges.filter(({ id }) => !ids.has(id)),
});

export const addVariable = (flow: Flow, variable: FlowVariable): Flow => ({
  ...flow,
  variables: [...flow.variables, variable],
});

export const removeVariable = (flow: Flow, id: string): Flow => ({
  ...flow,
  variables: flow.variables.filter((flowVariable) => flowVariable.id !== id),
});

/** Changes a variable of a story. After a renaming, all texts contain the new name. */
export function changeVariable(flow: Flow, variable: FlowVariable): Flow {
  const variableBefore = flow.variables.find(({ id }) => id === variable.id);
  const variables = flow.variables.map((flowVariable) =>
    flowVariable.id === variable.id ? variable : flowVariable,
  );
  if (!variableBefore || variableBefore.name === variable.name) return { ...flow, variables };
  const groups = flow.groups.map((group) => withRenamedVariable(group, variableBefore.name, variable.name));
  return { ...flow, variables, groups };
}

/**
 * Replaces a variable's name in all texts inside a value. Returns the same object if nothing changes, so that React
 * does not re-render an unchanged part.
 */
function withRenamedVariable<T>(value: T, oldName: string, newName: string): T {
  if (typeof value === "string")
    return value.replace(/\{\{ {0,3}([^\s{}]{1,50}) {0,3}\}\}/gu, (placeholder, name) =>
      name === oldName ? `{{${newName}}}` : placeholder,
    ) as T;
  if (Array.isArray(value)) {
    const items = value.map((item) => withRenamedVariable(item, oldName, newName));
    return items.some((item, index) => item !== value[index]) ? (items as T) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, withRenamedVariable(item, oldName, newName)] as const,
  );
  return entries.some(([key, item]) => item !== (value as Record<string, unknown>)[key])
    ? (Object.fromEntries(entries) as T)
    : value;
}
