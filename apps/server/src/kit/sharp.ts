import type sharp from "sharp";

let loaded: Promise<typeof sharp> | undefined;

/**
 * What the picture library may read. Everything else that it knows (TIFF, PDF, other vector formats, its own formats) is
 * code that a stranger's file could reach. SVG is read from memory alone, for the social cards that this server draws
 * itself; pictures that people send are sniffed before they come here (`pictures.ts`).
 */
const readable = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "SvgBuffer"].map(
  (name) => `VipsForeignLoad${name}`,
);

/** The picture library, loaded when the first picture comes: it holds 20 MB, which a server of words need not. */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import("sharp").then(({ default: library }) => {
    // One picture on one core, so that a large one leaves room for the chat.
    library.concurrency(1);
    library.cache(false);
    library.block({ operation: ["VipsForeignLoad"] });
    library.unblock({ operation: readable });
    return library;
  });
  return loaded;
}
