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
  // The server build bundles its libraries. Loading them whole would cost 80 MB and a third of a second at each start.
  ssr: command === "build" ? { noExternal: true } : {},
  // Node keeps loaded source code in memory, and minified code takes half of it. Names are kept, so that
  // stack traces can be read.
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          output: { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
  // Find all dependencies at the start: the dev server reloads the page when it finds one later.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  build: {
    // light-dark() must stay native: its replacement is computed once at the root, so dark sections would stay light.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Fonts stay separate files: an inlined font is loaded even if none of its characters is shown.
    assetsInlineLimit: (path) => (/\.woff2?$/.test(path) ? false : undefined),
  },
}));
