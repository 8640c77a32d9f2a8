import type sharp from "sharp";

let loaded: Promise<typeof sharp> | undefined;

/** The picture library, loaded when the first picture comes: it holds 20 MB, which a server of words need not. */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import("sharp").then(({ default: library }) => {
    // One picture on one core, so that a large one leaves room for the chat.
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return loaded;
}
