import { createValueStore } from "./store.ts";

/** The person's last action, with the function that undoes it. */
interface UndoableAction {
  readonly id: number;
  readonly text: string;
  readonly undo: () => Promise<unknown>;
}

let undoCount = 0;
export const shownUndoableAction = createValueStore<UndoableAction | null>(null);

export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  shownUndoableAction.set({ id: ++undoCount, text, undo });
}
