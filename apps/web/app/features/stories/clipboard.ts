import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow, FlowGroup } from "@kakehashi/contract/flows/flow";
import { addVariable, type CanvasPoint } from "./edits.ts";
import { createPartId } from "./ids.ts";
import { copyBlockWithNewIds } from "./new-ids.ts";

// A copied part of a story is JSON in the clipboard, so that it can be pasted into another story or window. Before
// pasting, the flow's schema checks the JSON, because other programs can change the clipboard.

const clipboardKind = "kakehashi-story-part";

/**
 * Returns the copied groups as JSON, with the lines between them and the variables that their blocks use. With
 * `blockId`, returns one group that contains only this block.
 */
export function serializeCopiedGroups(
  flow: Flow,
  groupIds: ReadonlySet<string>,
  blockId: string | null,
): string {
  const groups = flow.groups
    .filter(({ id }) => groupIds.has(id))
    .map((group) =>
      blockId === null ? group : { ...group, blocks: group.blocks.filter(({ id }) => id === blockId) },
    );
  const blocks = new Set(groups.flatMap((group) => group.blocks.map(({ id }) => id)));
  const groupsJson = JSON.stringify(groups);
  const copiedFlow: Flow = {
    start: groups[0]?.id ?? "",
    groups,
    edges:
      blockId === null
        ? flow.edges.filter(({ from, to }) => blocks.has(from.block_id) && groupIds.has(to.group_id))
        : [],
    variables: flow.variables.filter(
      ({ id, name }) => groupsJson.includes(`"${id}"`) || groupsJson.includes(`{{${name}}}`),
    ),
  };
  return JSON.stringify({ kind: clipboardKind, single: blockId !== null, flow: copiedFlow });
}

export interface CopiedParts {
  readonly flow: Flow;
  /** Whether only one block was copied. Such a block is pasted into an existing group. */
  readonly isSingleBlock: boolean;
}

/** Parses a text from the clipboard. Null if it is not a copied part of a story. */
export async function parseCopiedParts(text: string): Promise<CopiedParts | null> {
  if (!text.startsWith(`{"kind":"${clipboardKind}"`)) return null;
  const { flowSchema } = await import("@kakehashi/contract/schemas/flows/flow");
  try {
    const { single, flow }: { single?: unknown; flow?: unknown } = JSON.parse(text);
    const parsedFlow = flowSchema.safeParse(flow);
    return parsedFlow.success ? { flow: parsedFlow.data, isSingleBlock: single === true } : null;
  } catch {
    return null;
  }
}

/**
 * Prepares copied groups for pasting into a story: gives them new ids, and adds the variables that the story lacks.
 * Variables are compared by name. The returned `variables` is `targetFlow` with the added variables. It does not
 * contain the copied groups yet.
 */
export function prepareGroupsForPasting(
  targetFlow: Flow,
  { flow }: CopiedParts,
): { variables: Flow; groups: FlowGroup[]; edges: Flow["edges"] } {
  const newIds = new Map<string, string>();
  let flowWithVariables = targetFlow;
  for (const variable of flow.variables) {
    const knownVariable = flowWithVariables.variables.find(({ name }) => name === variable.name);
    const id = knownVariable?.id ?? createPartId();
    newIds.set(variable.id, id);
    if (!knownVariable) flowWithVariables = addVariable(flowWithVariables, { ...variable, id });
  }
  const withNewVariableIds = (block: FlowBlock): FlowBlock =>
    JSON.parse(
      JSON.stringify(block, (key, value) =>
        key === "variable_id" && typeof value === "string" ? (newIds.get(value) ?? value) : value,
      ),
    );
  const groups = flow.groups.map((group) => {
    const id = createPartId();
    newIds.set(group.id, id);
    return {
      ...group,
      id,
      blocks: group.blocks.map((block) => withNewVariableIds(copyBlockWithNewIds(block, newIds))),
    };
  });
  const edges = flow.edges.flatMap(({ from, to }) => {
    const [block_id, group_id] = [newIds.get(from.block_id), newIds.get(to.group_id)];
    if (block_id === undefined || group_id === undefined) return [];
    // `newIds` contains a new id for each item. `else` is the name of an exit and not the id of an item, so it has no
    // new id and stays.
    const item_id = from.item_id === undefined ? undefined : (newIds.get(from.item_id) ?? from.item_id);
    return [{ id: createPartId(), from: { block_id, ...(item_id && { item_id }) }, to: { group_id } }];
  });
  return { variables: flowWithVariables, groups, edges };
}

/** Adds copied groups to a story, the first one at `position`. The other groups keep their distance from the first. */
export function pasteGroups(
  targetFlow: Flow,
  copiedParts: CopiedParts,
  position: CanvasPoint,
): { flow: Flow; groups: FlowGroup[] } {
  const { variables, groups, edges } = prepareGroupsForPasting(targetFlow, copiedParts);
  const [firstGroup] = groups;
  const movedGroups = groups.map((group) => ({
    ...group,
    x: Math.round(position.x + group.x - (firstGroup?.x ?? 0)),
    y: Math.round(position.y + group.y - (firstGroup?.y ?? 0)),
  }));
  return {
    flow: {
      ...variables,
      groups: [...variables.groups, ...movedGroups],
      edges: [...variables.edges, ...edges],
    },
    groups: movedGroups,
  };
}
