import { type Edge, MarkerType, type Node, Position } from "@xyflow/react";
import type { GroupPlace, Line } from "./drawing.ts";
import { groupWidth, handleBox } from "./geometry.ts";

/** The library places groups. What they say, each reads from the editor, so a text that is typed is no news here. */
export type GroupNode = Node<GroupPlace, "blocks">;

const sides = { source: Position.Right, target: Position.Left } as const;

/** The groups as the library wants them. Those that stand as before are the same objects as before. */
export function nodesOf(places: readonly GroupPlace[], before: readonly GroupNode[]): GroupNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  return places.map((place): GroupNode => {
    const old = known.get(place.id);
    if (old?.data === place) return old;
    const { id, x, y, shape } = place;
    const position = { x, y };
    if (old?.data.shape === shape) return { ...old, position, data: place };
    // What was measured of it is out of date.
    const { measured: _, ...kept } = old ?? {};
    return {
      ...kept,
      id,
      type: "blocks",
      position,
      width: groupWidth,
      height: shape.height,
      handles: shape.handles.map((handle) => ({ ...handle, ...handleBox, position: sides[handle.type] })),
      data: place,
    };
  });
}

const markerEnd = { type: MarkerType.ArrowClosed, width: 18, height: 18 } as const;

/** The lines as the library wants them. Those that have not changed are the same objects as before. */
export function edgesOf(lines: readonly Line[], before: readonly Edge[]): Edge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  return lines.map((line): Edge => {
    const old = known.get(line.id);
    const { source, sourceHandle, target } = line;
    return old?.source === source && old.target === target && old.sourceHandle === sourceHandle
      ? old
      : { ...line, markerEnd };
  });
}
