import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Edge } from "@xyflow/react";
import type { KeyboardEvent } from "react";
import { useBuilder } from "./builder.ts";
import type { GroupNode } from "./canvas-parts.ts";
import { type StoryEditor, useEditor } from "./editor.ts";
import type { SelectedGroupOrBlock } from "./editor-state.ts";
import {
  addGroup,
  findFreePositionBeside,
  moveBlock,
  moveGroups,
  removeBlock,
  removeEdges,
  removeGroups,
} from "./edits.ts";
import { createPartId } from "./ids.ts";

const arrowDirections: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How many pixels one key press moves a group on the canvas. */
const groupMovePx = 20;

/**
 * Returns the nearest group in the direction of an arrow key. The distance across that direction counts double, so that
 * groups straight ahead come first.
 */
function findNearestGroupId(flow: Flow, id: string, [x, y]: readonly [number, number]): string | undefined {
  const fromGroup = flow.groups.find((group) => group.id === id);
  if (!fromGroup) return undefined;
  const distances = flow.groups.flatMap((group) => {
    const [distanceX, distanceY] = [group.x - fromGroup.x, group.y - fromGroup.y];
    const distanceAhead = distanceX * x + distanceY * y;
    const distanceAcross = Math.abs(x === 0 ? distanceX : distanceY);
    return group.id !== id && distanceAhead > 0
      ? [{ id: group.id, far: distanceAhead + 2 * distanceAcross }]
      : [];
  });
  return distances.sort((a, b) => a.far - b.far)[0]?.id;
}

/** Returns the group or block to select after an arrow key was pressed. */
export function findNextSelection(
  flow: Flow,
  selection: SelectedGroupOrBlock,
  key: string,
): SelectedGroupOrBlock | undefined {
  const group = flow.groups.find(({ id }) => id === selection.groupId);
  const direction = arrowDirections[key];
  if (!group || !direction) return undefined;
  const [x, y] = direction;
  const index = group.blocks.findIndex(({ id }) => id === selection.blockId);
  if (x === 0 && index + y >= -1 && index + y < group.blocks.length)
    return { groupId: group.id, blockId: group.blocks[index + y]?.id ?? null };
  const nextGroupId = findNearestGroupId(flow, group.id, direction);
  const nextGroup = flow.groups.find(({ id }) => id === nextGroupId);
  if (!nextGroup) return undefined;
  return { groupId: nextGroup.id, blockId: y < 0 ? (nextGroup.blocks.at(-1)?.id ?? null) : null };
}

/**
 * Moves the selected group on the canvas. If a block is selected, moves the block within its group instead. Called for
 * Shift with an arrow key.
 */
function moveSelection(editor: StoryEditor, { groupId, blockId }: SelectedGroupOrBlock, key: string): void {
  const [x, y] = arrowDirections[key] ?? [0, 0];
  editor.edit(
    (flow) => {
      const group = flow.groups.find(({ id }) => id === groupId);
      if (!group) return flow;
      if (blockId === null)
        return moveGroups(
          flow,
          new Map([[groupId, { x: group.x + x * groupMovePx, y: group.y + y * groupMovePx }]]),
        );
      const index = group.blocks.findIndex(({ id }) => id === blockId);
      const to = y < 0 ? index - 1 : index + 2;
      return y === 0 || to < 0 || to > group.blocks.length ? flow : moveBlock(flow, blockId, groupId, to);
    },
    `move ${groupId} ${blockId ?? ""}`,
  );
  editor.select({ groupId, blockId }, { focus: true });
}

/**
 * Returns the ids of the groups that are selected together on the canvas. Returns none for a single group, because the
 * editor knows a single selected group itself.
 */
export function getMultiSelectedGroupIds(nodes: readonly GroupNode[]): Set<string> {
  const ids = nodes.flatMap(({ id, selected }) => (selected ? [id] : []));
  return new Set(ids.length > 1 ? ids : []);
}

/**
 * Deletes the selected lines. If none is selected, deletes the selected groups, or else the selected block or group.
 */
export function removeSelectedParts(
  editor: StoryEditor,
  nodes: readonly GroupNode[],
  edges: readonly Edge[],
): void {
  const { selection, flow } = editor.get();
  const lines = new Set(edges.flatMap(({ id, selected }) => (selected ? [id] : [])));
  const groups = getMultiSelectedGroupIds(nodes);
  if (lines.size > 0) editor.edit((flowBefore) => removeEdges(flowBefore, lines));
  else if (groups.size === 0 && selection?.blockId) {
    const { groupId, blockId } = selection;
    const blocks = flow.groups.find(({ id }) => id === groupId)?.blocks ?? [];
    const index = blocks.findIndex(({ id }) => id === blockId);
    editor.edit((flowBefore) => removeBlock(flowBefore, blockId));
    const remainingBlocks = blocks.filter(({ id }) => id !== blockId);
    const blockToSelect = remainingBlocks[Math.min(index, remainingBlocks.length - 1)];
    editor.select({ groupId, blockId: blockToSelect?.id ?? null }, { focus: true });
  } else {
    const removedGroupIds = groups.size > 0 ? groups : new Set(selection ? [selection.groupId] : []);
    if (removedGroupIds.size === 0) return;
    editor.edit((flowBefore) => removeGroups(flowBefore, removedGroupIds));
    editor.select({ groupId: editor.get().flow.start, blockId: null }, { focus: true });
  }
}

/**
 * Adds a group beside the selected group or, without a selection, beside the last group. Then opens the pane that adds
 * the group's first block.
 */
export function addGroupBesideSelection(editor: StoryEditor): void {
  const { flow, selection } = editor.get();
  const neighbourGroup = flow.groups.find(({ id }) => id === selection?.groupId) ?? flow.groups.at(-1);
  const id = createPartId();
  editor.edit((flowBefore) =>
    addGroup(flowBefore, findFreePositionBeside(flowBefore, neighbourGroup), [], id),
  );
  editor.select({ groupId: id, blockId: null }, { pane: "add", scrollIntoView: true });
}

/** Returns the action of a key on the canvas. Undefined if the key has none. */
function actionOfKey(
  key: string,
  editor: StoryEditor,
  [nodes, edges]: readonly [readonly GroupNode[], readonly Edge[]],
  canEdit: boolean,
): (() => void) | undefined {
  if (key === "/") return () => editor.openPane("search");
  if (key === "?") return () => editor.openPane("keys");
  if (key === "Enter") return () => editor.openField("first");
  if (!canEdit) return undefined;
  if (key === "a") return () => editor.openPane("add");
  if (key === "g") return () => addGroupBesideSelection(editor);
  if (key === "c") return () => editor.openField("next");
  return key === "Delete" || key === "Backspace"
    ? () => removeSelectedParts(editor, nodes, edges)
    : undefined;
}

/** Returns the handler for key presses on the story's canvas. `keys-pane.tsx` lists the keys. */
export function useCanvasKeyHandler(nodes: readonly GroupNode[], edges: readonly Edge[]) {
  const editor = useEditor();
  const { canEdit } = useBuilder();
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { selection, flow } = editor.get();
    const currentSelection = selection ?? { groupId: flow.start, blockId: null };
    const isOnCanvasPart = (event.target as HTMLElement).closest("[data-part]") !== null;
    const isArrowKey = key in arrowDirections;
    const newSelection = isArrowKey && !shiftKey ? findNextSelection(flow, currentSelection, key) : undefined;
    const action = actionOfKey(key, editor, [nodes, edges], canEdit);
    if (isArrowKey && isOnCanvasPart) {
      if (shiftKey && canEdit) moveSelection(editor, currentSelection, key);
      else if (newSelection) editor.select(newSelection, { focus: true });
    } else if (action && (isOnCanvasPart || key === "Delete" || key === "Backspace")) {
      // The keyboard focus may be on the start group while nothing is selected. In that case, select the start group
      // first.
      if (!selection && isOnCanvasPart) editor.select(currentSelection);
      action();
    } else return;
    event.preventDefault();
  };
}
