import type { DragEvent } from "react";

/** The data type of a drag that contains the ids of files and folders. */
const entryDragDataType = "application/x-kakehashi-drive";

export function startDrag(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(entryDragDataType, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = "move";
}

export const isEntryDrag = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(entryDragDataType);
export const isFileDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

/** Returns the ids of the dragged files and folders. Empty for any other drag. */
export function readDraggedIds({ dataTransfer }: DragEvent): string[] {
  const text = dataTransfer.getData(entryDragDataType);
  return text === "" ? [] : JSON.parse(text);
}

export interface DropHandlers {
  /** Moves the files and folders with these ids into the folder with the id `folderId`. */
  readonly onEntriesDropped: (ids: readonly string[], folderId: string | null, folderName: string) => void;
  /**
   * Called when files from the computer are dropped on a folder. It only remembers the folder. The same event then
   * reaches the surrounding drop area, which uploads the files.
   */
  readonly onFilesDropped: (folderId: string | null) => void;
}

/** Returns the props of a drop target: a folder in the list, or a parent folder in the path. */
export function createDropTargetProps(folder: { id: string | null; name: string }, handlers: DropHandlers) {
  const markDropTarget = (event: DragEvent, isOver: boolean) => {
    const element = event.currentTarget as HTMLElement;
    if (isOver) element.dataset.dropTarget = "";
    else delete element.dataset.dropTarget;
  };
  return {
    onDragOver(event: DragEvent) {
      if (!isEntryDrag(event) && !isFileDrag(event)) return;
      event.preventDefault();
      markDropTarget(event, true);
    },
    onDragLeave: (event: DragEvent) => markDropTarget(event, false),
    onDrop(event: DragEvent) {
      markDropTarget(event, false);
      if (isFileDrag(event)) return handlers.onFilesDropped(folder.id);
      const ids = readDraggedIds(event).filter((id) => id !== folder.id);
      if (ids.length === 0) return;
      event.preventDefault();
      handlers.onEntriesDropped(ids, folder.id, folder.name);
    },
  };
}
