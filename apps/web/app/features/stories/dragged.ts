import type { BlockType } from "@kakehashi/contract/flows/blocks";
import type { DragEvent } from "react";

/** What is dragged onto the canvas: a block of it, or a kind of which a new one is made. */
type Dragged = { readonly blockId: string } | { readonly type: BlockType };

const format = "application/x-kakehashi-block";

export const draggedBlock = {
  start({ dataTransfer }: DragEvent, dragged: Dragged): void {
    dataTransfer.setData(format, JSON.stringify(dragged));
    dataTransfer.effectAllowed = "move";
  },
  /** While it is dragged, browsers tell only which formats it has. */
  isIn: ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(format),
  of({ dataTransfer }: DragEvent): Dragged | null {
    const text = dataTransfer.getData(format);
    return text === "" ? null : JSON.parse(text);
  },
};
