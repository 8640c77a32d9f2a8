import { type Edge, MarkerType, type Node, Position } from "@xyflow/react";
import type { GroupPlace, Line } from "./drawing.ts";
import { groupWidth, handleBox } from "./geometry.ts";

/**
 * The data that a node of the canvas library holds: only the place and shape of a group. The group's component reads
 * its texts from the editor, so typing changes no node.
 */
export type GroupNode = Node<GroupPlace, "blocks">;

const sides = { source: Position.Right, target: Position.Left } as const;

/** Converts groups to nodes of the library. An unchanged group keeps its node object, so it is not drawn again. */
export function nodesOf(groupPlaces: readonly GroupPlace[], before: readonly GroupNode[]): GroupNode[] {
  const nodesBeforeById = new Map(before.map((node) => [node.id, node]));
  return groupPlaces.map((groupPlace): GroupNode => {
    const oldNode = nodesBeforeById.get(groupPlace.id);
    if (oldNode?.data === groupPlace) return oldNode;
    const { id, x, y, shape } = groupPlace;
    const position = { x, y };
    if (oldNode?.data.shape === shape) return { ...oldNode, position, data: groupPlace };
    const size = { width: groupWidth, height: shape.height };
    return {
      ...oldNode,
      id,
      type: "blocks",
      position,
      ...size,
      // The canvas library measures only visible groups, and waits for the sizes of all groups before it fits them
      // into the view. So pass each group's size as measured.
      measured: size,
      handles: shape.handles.map((handle) => ({ ...handle, ...handleBox, position: sides[handle.type] })),
      data: groupPlace,
    };
  });
}

/**
 * Lines are hidden from screen readers, because the canvas library names them by ids and in English. The pane of a
 * block says where its lines lead.
 */
const domAttributes = { "aria-hidden": true } as const;
const markerEnd = { type: MarkerType.ArrowClosed, width: 18, height: 18 } as const;

/** Converts lines to edges of the library. An unchanged line keeps its edge object, so it is not drawn again. */
export function edgesOf(lines: readonly Line[], before: readonly Edge[]): Edge[] {
  const edgesBeforeById = new Map(before.map((edge) => [edge.id, edge]));
  return lines.map((line): Edge => {
    const oldEdge = edgesBeforeById.get(line.id);
    const { source, sourceHandle, target } = line;
    return oldEdge?.source === source && oldEdge.target === target && oldEdge.sourceHandle === sourceHandle
      ? oldEdge
      : { ...line, markerEnd, domAttributes };
  });
}
