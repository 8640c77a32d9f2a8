import type sharp from "sharp";

let loadedSharp: Promise<typeof sharp> | undefined;

/**
 * The formats that the picture library may read. Its other formats (TIFF, PDF, vector formats) are code that
 * a stranger's file could attack. SVG is only read from memory, for social cards that this server draws.
 * `pictures.ts` checks the type of people's pictures first.
 */
const readableFormats = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "SvgBuffer"].map(
  (name) => `VipsForeignLoad${name}`,
);

/**
 * Loads the picture library when the first picture is read, because the library takes 20 MB that many servers never
 * need.
 */
export function loadSharp(): Promise<typeof sharp> {
  loadedSharp ??= import("sharp").then(({ default: library }) => {
    // Limits each picture to one processor core, so that a large picture does not slow down the chat.
    library.concurrency(1);
    library.cache(false);
    library.block({ operation: ["VipsForeignLoad"] });
    library.unblock({ operation: readableFormats });
    return library;
  });
  return loadedSharp;
}
