import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/**
 * Matches the fonts with hinting (data that improves text on low-resolution screens). The hinting data is half of each
 * file, and today's screens do not need it.
 */
const hintedFontPattern = /@fontsource\/be-vietnam-pro\/files\/[\w-]+\.woff2$/;
const cacheFolder = join(import.meta.dirname, "../../../.cache/fonts");

/**
 * Removes the hinting from the fonts that a page needs first (decision 19). Glyphs, features and metrics stay. Results
 * are cached by input, so only the first build is slow.
 */
export function createUnhintedFontsPlugin(): Plugin {
  return {
    name: "unhinted-fonts",
    enforce: "pre",
    async resolveId(source) {
      const [path = "", query] = source.split("?");
      if (query !== "url" || !hintedFontPattern.test(path)) return null;
      return `${await removeFontHinting(createRequire(import.meta.url).resolve(path))}?url`;
    },
    async transform(code, id) {
      const [path = ""] = id.split("?");
      if (!/@fontsource\/be-vietnam-pro\/.+\.css$/.test(path)) return null;
      let unhintedCode = code;
      for (const [, address = ""] of code.matchAll(/url\((\.\/files\/[\w-]+\.woff2)\)/g)) {
        const file = await removeFontHinting(join(dirname(path), address));
        unhintedCode = unhintedCode.replace(address, relative(dirname(path), file));
      }
      return { code: unhintedCode, map: null };
    },
  };
}

async function removeFontHinting(file: string): Promise<string> {
  const original = await readFile(file);
  const hash = createHash("sha256").update(original).digest("hex").slice(0, 16);
  const cachedFile = join(cacheFolder, hash, basename(file));
  const isCached = await access(cachedFile).then(
    () => true,
    () => false,
  );
  if (isCached) return cachedFile;
  const unhintedFont = await subsetFont(original, null, {
    keepAllGlyphs: true,
    noHinting: true,
    targetFormat: "woff2",
  });
  await mkdir(dirname(cachedFile), { recursive: true });
  // Write a temporary file first and then rename it, because another build may write the same file now.
  const temporaryFile = `${cachedFile}.${process.pid}`;
  await writeFile(temporaryFile, unhintedFont);
  await rename(temporaryFile, cachedFile);
  return cachedFile;
}
