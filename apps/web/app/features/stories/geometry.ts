import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { type BlockExit, handleIdOf, shownExitsOf } from "./exits.ts";

// The sizes of a group's parts, in canvas pixels. They are constants, because groups outside of the view are not
// rendered and cannot be measured. `group-node.module.css` has the same numbers.

export const groupWidthPx = 280;
const groupHeadHeightPx = 44;
export const blockHeightPx = 52;
const exitRowHeightPx = 28;
const groupFootHeightPx = 44;
/** The diameter in pixels of the dot at which a line between groups begins or ends. */
const handleDiameterPx = 12;

export interface BlockWithExits {
  readonly id: string;
  readonly exits: readonly BlockExit[];
}

export interface GroupShape {
  readonly height: number;
  readonly blocksWithExits: readonly BlockWithExits[];
  readonly handles: readonly {
    readonly id: string | null;
    readonly type: "source" | "target";
    readonly x: number;
    readonly y: number;
  }[];
}

/**
 * Computes a group's size and the positions of its handles. `ownExitBlockIds` contains the ids of blocks with a line
 * from their own exit.
 */
export function groupShapeOf({ blocks }: FlowGroup, ownExitBlockIds: ReadonlySet<string>): GroupShape {
  const handleRadiusPx = handleDiameterPx / 2;
  const handles: GroupShape["handles"][number][] = [
    { id: null, type: "target", x: -handleRadiusPx, y: groupHeadHeightPx / 2 - handleRadiusPx },
  ];
  let y = groupHeadHeightPx;
  const blocksWithExits = blocks.map((block, index) => {
    y += blockHeightPx;
    const exits = shownExitsOf(block, index === blocks.length - 1, ownExitBlockIds.has(block.id));
    for (const { itemId } of exits) {
      handles.push({
        id: handleIdOf(block.id, itemId),
        type: "source",
        x: groupWidthPx - handleRadiusPx,
        y: y + exitRowHeightPx / 2 - handleRadiusPx,
      });
      y += exitRowHeightPx;
    }
    return { id: block.id, exits };
  });
  return { height: y + groupFootHeightPx, blocksWithExits, handles };
}

/** Returns the distance in pixels between a group's top and the top of one of its blocks. */
export function computeBlockTop({ blocksWithExits }: GroupShape, blockId: string): number {
  const blocksAbove = blocksWithExits.slice(
    0,
    blocksWithExits.findIndex((block) => block.id === blockId),
  );
  return blocksAbove.reduce(
    (sum, { exits }) => sum + blockHeightPx + exits.length * exitRowHeightPx,
    groupHeadHeightPx,
  );
}

/**
 * Returns the distance between a group's top and the top of one of its blocks, and the block's height with its exits.
 */
export function spanOfBlock(
  groupShape: GroupShape,
  blockId: string,
): { readonly top: number; readonly height: number } {
  const exits = groupShape.blocksWithExits.find((block) => block.id === blockId)?.exits.length ?? 0;
  return { top: computeBlockTop(groupShape, blockId), height: blockHeightPx + exits * exitRowHeightPx };
}

/**
 * Whether two groups have the same height, blocks and handles. If so, the canvas keeps the older object, so that React
 * does not draw the group again.
 */
export const areGroupShapesEqual = (a: GroupShape, b: GroupShape): boolean =>
  a === b ||
  (a.height === b.height &&
    a.blocksWithExits.length === b.blocksWithExits.length &&
    a.handles.length === b.handles.length &&
    a.blocksWithExits.every(({ id }, index) => id === b.blocksWithExits[index]?.id) &&
    a.handles.every(({ id, y }, index) => id === b.handles[index]?.id && y === b.handles[index]?.y));

export const edgeHandleSize = { width: handleDiameterPx, height: handleDiameterPx } as const;
