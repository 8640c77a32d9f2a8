import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { type Exit, exitsShown, handleIdOf } from "./exits.ts";

// Sizes on the canvas, in its own pixels. With them a group that is out of sight, and so not in the document, still has
// its place, and the lines to it are drawn. `group-node.module.css` has the same numbers.

export const groupWidth = 280;
const headHeight = 44;
const blockHeight = 52;
const exitHeight = 28;
const footHeight = 44;
/** Of the dot at which a line begins or ends. */
const handleSize = 12;

export interface ShownBlock {
  readonly id: string;
  readonly exits: readonly Exit[];
}

export interface GroupShape {
  readonly height: number;
  readonly blocks: readonly ShownBlock[];
  readonly handles: readonly {
    readonly id: string | null;
    readonly type: "source" | "target";
    readonly x: number;
    readonly y: number;
  }[];
}

/** How a group is drawn. `ownEdges` are the blocks at whose own exit a line begins. */
export function shapeOf({ blocks }: FlowGroup, ownEdges: ReadonlySet<string>): GroupShape {
  const half = handleSize / 2;
  const handles: GroupShape["handles"][number][] = [
    { id: null, type: "target", x: -half, y: headHeight / 2 - half },
  ];
  let y = headHeight;
  const shown = blocks.map((block, index) => {
    y += blockHeight;
    const exits = exitsShown(block, index === blocks.length - 1, ownEdges.has(block.id));
    for (const { itemId } of exits) {
      handles.push({
        id: handleIdOf(block.id, itemId),
        type: "source",
        x: groupWidth - half,
        y: y + exitHeight / 2 - half,
      });
      y += exitHeight;
    }
    return { id: block.id, exits };
  });
  return { height: y + footHeight, blocks: shown, handles };
}

/** Whether two groups have the same blocks, exits and sizes, so that one can stand for the other. */
export const sameShape = (a: GroupShape, b: GroupShape): boolean =>
  a === b ||
  (a.height === b.height &&
    a.blocks.length === b.blocks.length &&
    a.handles.length === b.handles.length &&
    a.blocks.every(({ id }, index) => id === b.blocks[index]?.id) &&
    a.handles.every(({ id, y }, index) => id === b.handles[index]?.id && y === b.handles[index]?.y));

export const handleBox = { width: handleSize, height: handleSize } as const;
