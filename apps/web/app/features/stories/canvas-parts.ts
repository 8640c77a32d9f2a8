import { type Edge, MarkerType, type Node, Position } from "@xyflow/react";
import type { GroupConnection, GroupGeometry } from "./drawing.ts";
import { edgeHandleSize, groupWidthPx } from "./geometry.ts";

/**
 * A node of the canvas library that stands for a group. Its data are only the group's position and size. The group's
 * component gets its texts from the editor, so that typing changes no node.
 */
export type GroupNode = Node<GroupGeometry, "blocks">;

const handleSides = { source: Position.Right, target: Position.Left } as const;

/**
 * Converts groups into nodes of the canvas library. An unchanged group keeps its node object, so that it is not drawn
 * again.
 */
export function toCanvasNodes(
  geometries: readonly GroupGeometry[],
  nodesBefore: readonly GroupNode[],
): GroupNode[] {
  const nodesBeforeById = new Map(nodesBefore.map((node) => [node.id, node]));
  return geometries.map((groupPlace): GroupNode => {
    const oldNode = nodesBeforeById.get(groupPlace.id);
    if (oldNode?.data === groupPlace) return oldNode;
    const { id, x, y, shape } = groupPlace;
    const position = { x, y };
    if (oldNode?.data.shape === shape) return { ...oldNode, position, data: groupPlace };
    const size = { width: groupWidthPx, height: shape.height };
    return {
      ...oldNode,
      id,
      type: "blocks",
      position,
      ...size,
      // The canvas library measures only visible groups, but fits the story into the view only when it knows all sizes.
      // So pass each group's computed size as its measured size.
      measured: size,
      handles: shape.handles.map((handle) => ({
        ...handle,
        ...edgeHandleSize,
        position: handleSides[handle.type],
      })),
      data: groupPlace,
    };
  });
}

/**
 * Hide lines from screen readers, because the canvas library names them in English by their ids. A block's pane says in
 * words to which groups the block's lines lead.
 */
const domAttributes = { "aria-hidden": true } as const;
const markerEnd = { type: MarkerType.ArrowClosed, width: 18, height: 18 } as const;

/**
 * Converts lines into edges of the canvas library. An unchanged line keeps its edge object, so that it is not drawn
 * again.
 */
export function toCanvasEdges(connections: readonly GroupConnection[], edgesBefore: readonly Edge[]): Edge[] {
  const edgesBeforeById = new Map(edgesBefore.map((edge) => [edge.id, edge]));
  return connections.map((line): Edge => {
    const oldEdge = edgesBeforeById.get(line.id);
    const { source, sourceHandle, target } = line;
    return oldEdge?.source === source && oldEdge.target === target && oldEdge.sourceHandle === sourceHandle
      ? oldEdge
      : { ...line, markerEnd, domAttributes };
  });
}
