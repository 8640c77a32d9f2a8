import type sharp from "sharp";

let loadedSharp: Promise<typeof sharp> | undefined;

/**
 * The picture formats that the library may read. The code for other formats (TIFF, PDF, vector formats) stays off,
 * because a malicious file could attack it. SVG is only read from memory, for social cards that this server draws.
 * `pictures.ts` checks the type of people's pictures first.
 */
const readableFormats = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "SvgBuffer"].map(
  (name) => `VipsForeignLoad${name}`,
);

/**
 * Loads the picture library when the first picture is read. The library takes 20 MB of memory, and many servers never
 * need it.
 */
export function loadSharp(): Promise<typeof sharp> {
  loadedSharp ??= import("sharp").then(({ default: library }) => {
    // Limits each picture to one processor core, so that a large picture does not slow down other requests.
    library.concurrency(1);
    library.cache(false);
    library.block({ operation: ["VipsForeignLoad"] });
    library.unblock({ operation: readableFormats });
    return library;
  });
  return loadedSharp;
}
