import { createStore } from "./store.ts";

/** What was just done, and how to take it back. */
interface Undoable {
  readonly id: number;
  readonly text: string;
  readonly undo: () => Promise<unknown>;
}

let count = 0;
export const undoable = createStore<Undoable | null>(null);

export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  undoable.set({ id: ++count, text, undo });
}
