import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** The faces that carry instructions for coarse pixel grids: half of each file, which no screen of today needs. */
const hinted = /@fontsource\/be-vietnam-pro\/files\/[\w-]+\.woff2$/;
const made = join(import.meta.dirname, "../../../.cache/fonts");

/**
 * Takes the hinting out of the fonts above the fold (decision 19): the glyphs, their features and metrics stay.
 * What is made is kept by what it was made from, so that only the first build takes its seconds.
 */
export function unhintedFonts(): Plugin {
  return {
    name: "unhinted-fonts",
    enforce: "pre",
    async resolveId(source) {
      const [path = "", query] = source.split("?");
      if (query !== "url" || !hinted.test(path)) return null;
      return `${await unhinted(createRequire(import.meta.url).resolve(path))}?url`;
    },
    async transform(code, id) {
      const [path = ""] = id.split("?");
      if (!/@fontsource\/be-vietnam-pro\/.+\.css$/.test(path)) return null;
      let light = code;
      for (const [, address = ""] of code.matchAll(/url\((\.\/files\/[\w-]+\.woff2)\)/g)) {
        const file = await unhinted(join(dirname(path), address));
        light = light.replace(address, relative(dirname(path), file));
      }
      return { code: light, map: null };
    },
  };
}

async function unhinted(file: string): Promise<string> {
  const given = await readFile(file);
  const digest = createHash("sha256").update(given).digest("hex").slice(0, 16);
  const kept = join(made, digest, basename(file));
  const isMade = await access(kept).then(
    () => true,
    () => false,
  );
  if (isMade) return kept;
  const light = await subsetFont(given, null, {
    keepAllGlyphs: true,
    noHinting: true,
    targetFormat: "woff2",
  });
  await mkdir(dirname(kept), { recursive: true });
  // Moved into its place whole: the other build of this app may be making it too.
  const draft = `${kept}.${process.pid}`;
  await writeFile(draft, light);
  await rename(draft, kept);
  return kept;
}
