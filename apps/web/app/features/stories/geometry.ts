import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { type Exit, handleIdOf, shownExitsOf } from "./exits.ts";

// The sizes of groups in pixels of the canvas. The canvas library does not render groups outside of the view, so it
// cannot measure them. `group-node.module.css` has the same numbers.

export const groupWidth = 280;
const headHeight = 44;
export const blockHeight = 52;
const exitHeight = 28;
const footHeight = 44;
/** The diameter in pixels of the dot at which a line between groups begins or ends. */
const handleSize = 12;

export interface BlockWithExits {
  readonly id: string;
  readonly exits: readonly Exit[];
}

export interface GroupShape {
  readonly height: number;
  readonly blocks: readonly BlockWithExits[];
  readonly handles: readonly {
    readonly id: string | null;
    readonly type: "source" | "target";
    readonly x: number;
    readonly y: number;
  }[];
}

/**
 * Computes the size of a group and the positions of its handles. `ownEdges` contains the ids of the blocks whose own
 * exit has a line.
 */
export function groupShapeOf({ blocks }: FlowGroup, ownEdges: ReadonlySet<string>): GroupShape {
  const halfHandle = handleSize / 2;
  const handles: GroupShape["handles"][number][] = [
    { id: null, type: "target", x: -halfHandle, y: headHeight / 2 - halfHandle },
  ];
  let y = headHeight;
  const blocksWithExits = blocks.map((block, index) => {
    y += blockHeight;
    const exits = shownExitsOf(block, index === blocks.length - 1, ownEdges.has(block.id));
    for (const { itemId } of exits) {
      handles.push({
        id: handleIdOf(block.id, itemId),
        type: "source",
        x: groupWidth - halfHandle,
        y: y + exitHeight / 2 - halfHandle,
      });
      y += exitHeight;
    }
    return { id: block.id, exits };
  });
  return { height: y + footHeight, blocks: blocksWithExits, handles };
}

/** Returns the distance in pixels from the top of a group to the top of a block in it. */
export function topOfBlock({ blocks }: GroupShape, id: string): number {
  const before = blocks.slice(
    0,
    blocks.findIndex((block) => block.id === id),
  );
  return before.reduce((sum, { exits }) => sum + blockHeight + exits.length * exitHeight, headHeight);
}

/**
 * Returns the distance from the top of a group to the top of a block in it, and the height of the block with its exits.
 */
export function spanOfBlock(
  shape: GroupShape,
  id: string,
): { readonly top: number; readonly height: number } {
  const exits = shape.blocks.find((block) => block.id === id)?.exits.length ?? 0;
  return { top: topOfBlock(shape, id), height: blockHeight + exits * exitHeight };
}

/**
 * Whether two groups of blocks have the same height, the same blocks, and the same handles for lines at the same places.
 * If they do, the canvas keeps the older object, so that React does not draw the group again.
 */
export const areShapesEqual = (a: GroupShape, b: GroupShape): boolean =>
  a === b ||
  (a.height === b.height &&
    a.blocks.length === b.blocks.length &&
    a.handles.length === b.handles.length &&
    a.blocks.every(({ id }, index) => id === b.blocks[index]?.id) &&
    a.handles.every(({ id, y }, index) => id === b.handles[index]?.id && y === b.handles[index]?.y));

export const handleBox = { width: handleSize, height: handleSize } as const;
