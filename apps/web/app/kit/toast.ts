import { createStore } from "./store.ts";

/** A short message: a text, or why something failed. */
type Toast = { readonly id: number; readonly tone: "plain" | "error" } & (
  | { readonly text: string }
  | { readonly error: unknown }
);

let count = 0;

/** What stands at the bottom of the page now (`Toasts`). */
export const shownToast = createStore<Toast | null>(null);

/** Shows a short message at the bottom; a newer one takes its place. */
export function toast(text: string, tone: Toast["tone"] = "plain"): void {
  shownToast.set({ id: ++count, text, tone });
}

/** Says there why something failed. */
export function toastError(error: unknown): void {
  shownToast.set({ id: ++count, error, tone: "error" });
}
