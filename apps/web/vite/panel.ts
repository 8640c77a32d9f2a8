import { join } from "node:path";
import { build } from "vite";

const panelSource = join(import.meta.dirname, "../panel/panel.ts");

/** Builds the chat panel, in which visitors talk to a bot, as `panel.js` and `panel.css` in `folder`. */
export async function buildPanel(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      cssCodeSplit: false,
      modulePreload: false,
      rollupOptions: {
        input: panelSource,
        output: { entryFileNames: "panel.js", assetFileNames: "panel[extname]", format: "es" },
      },
    },
  });
}
