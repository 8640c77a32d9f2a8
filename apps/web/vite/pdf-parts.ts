import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * The files of the PDF library that the viewer needs: character maps, standard fonts, and image decoders without
 * WebAssembly.
 */
const neededFilePatternByFolder: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
};

/**
 * Copies the PDF library's files into the build. Their URLs contain the library's version, so that browsers can cache
 * them.
 */
export function createPdfFilesPlugin(): Plugin {
  const manifestPath = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
  const libraryFolder = dirname(manifestPath);
  const findAssetFolder = async () =>
    `assets/pdf-${JSON.parse(await readFile(manifestPath, "utf8")).version}`;
  return {
    name: "pdf-parts",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      for (const [folder, neededFilePattern] of Object.entries(neededFilePatternByFolder)) {
        for (const name of await readdir(join(libraryFolder, folder))) {
          if (!neededFilePattern.test(name)) continue;
          const source = await readFile(join(libraryFolder, folder, name));
          this.emitFile({ type: "asset", fileName: `${await findAssetFolder()}/${folder}/${name}`, source });
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const [, folder = "", name = ""] =
          /^\/assets\/pdf-[\d.]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? "") ?? [];
        if (!neededFilePatternByFolder[folder]?.test(name)) return next();
        const source = await readFile(join(libraryFolder, folder, name)).catch(() => null);
        if (!source) return next();
        response.setHeader(
          "content-type",
          name.endsWith(".js") ? "text/javascript" : "application/octet-stream",
        );
        response.end(source);
      });
    },
  };
}
