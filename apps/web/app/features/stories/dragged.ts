import type { BlockType } from "@kakehashi/contract/flows/blocks";
import type { DragEvent } from "react";

/** The data of a drag onto the canvas: an existing block, or a kind of block to create. */
type DraggedBlock = { readonly blockId: string } | { readonly type: BlockType };

const dragFormat = "application/x-kakehashi-block";

export const blockDragHelpers = {
  start({ dataTransfer }: DragEvent, draggedBlock: DraggedBlock): void {
    dataTransfer.setData(dragFormat, JSON.stringify(draggedBlock));
    dataTransfer.effectAllowed = "move";
  },
  /** Whether the drag contains a block. During a drag, browsers reveal only the data's formats and not the data. */
  isIn: ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(dragFormat),
  of({ dataTransfer }: DragEvent): DraggedBlock | null {
    const text = dataTransfer.getData(dragFormat);
    return text === "" ? null : JSON.parse(text);
  },
};
