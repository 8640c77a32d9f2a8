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
  // Bundle the libraries of the server build. Loading the complete libraries would take 80 MB of memory, and a third of
  // a second at each start.
  ssr: command === "build" ? { noExternal: true } : {},
  // Minify the server build, because Node keeps the source code in memory. Keep function names, so that stack traces
  // are readable.
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          output: { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
  // Find all dependencies at the start, because a dependency that the dev server finds later reloads the page.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  build: {
    // Do not replace the CSS function light-dark(). The replacement for old browsers computes colours once at the root,
    // so a dark section in a light page would stay light.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Do not inline fonts. An inlined font would load even if none of its characters is used.
    assetsInlineLimit: (path) => (/\.woff2?$/.test(path) ? false : undefined),
  },
}));
