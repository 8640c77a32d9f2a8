import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { bareEndpoints } from "./vite/bare-endpoints.ts";
import { groupScripts } from "./vite/few-chunks.ts";
import { latestBuild } from "./vite/latest-build.ts";
import { pdfParts } from "./vite/pdf-parts.ts";
import { slimFonts } from "./vite/slim-fonts.ts";
import { unhintedFonts } from "./vite/unhinted-fonts.ts";

export default defineConfig(({ command }) => ({
  plugins: [
    slimFonts(),
    unhintedFonts(),
    bareEndpoints(),
    latestBuild(),
    groupScripts(),
    pdfParts(),
    reactRouter(),
  ],
  // The server build bundles its libraries. Loading the complete libraries would cost 80 MB of memory and a third of a
  // second at each start.
  ssr: command === "build" ? { noExternal: true } : {},
  // Node keeps loaded source code in memory, and minified code takes half of that memory. Function names are kept, so
  // that stack traces can be read.
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          output: { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
  // Find all dependencies at the start. When the dev server finds a dependency later, it reloads the page.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  build: {
    // Keep the CSS function light-dark() as it is. The replacement for old browsers computes its colours only once at
    // the root, so a dark section in a light page would stay light.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Fonts stay separate files. An inlined font would be loaded even if none of its characters is shown.
    assetsInlineLimit: (path) => (/\.woff2?$/.test(path) ? false : undefined),
  },
}));
