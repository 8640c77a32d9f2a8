import { createValueStore } from "./store.ts";

/** A short message at the bottom of the page. It is a normal text or an error. */
type ShownToast = { readonly id: number; readonly tone: "plain" | "error" } & (
  | { readonly text: string }
  | { readonly error: unknown }
);

let toastCount = 0;

/** The toast that is shown now. `Toasts` renders it. */
export const shownToastStore = createValueStore<ShownToast | null>(null);

/** Shows a short message at the bottom of the page. It replaces an earlier message. */
export function toast(text: string, tone: ShownToast["tone"] = "plain"): void {
  shownToastStore.set({ id: ++toastCount, text, tone });
}

/** Shows an error as a toast. */
export function toastError(error: unknown): void {
  shownToastStore.set({ id: ++toastCount, error, tone: "error" });
}
