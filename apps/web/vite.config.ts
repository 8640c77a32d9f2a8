import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { bareEndpoints } from "./vite/bare-endpoints.ts";
import { fewChunks } from "./vite/few-chunks.ts";
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
    fewChunks(),
    pdfParts(),
    reactRouter(),
  ],
  // The server's pages take in what they use of their libraries: loaded whole, icons and components cost the server
  // 80 MB and a third of a second at each start.
  ssr: command === "build" ? { noExternal: true } : {},
  // Node keeps the source of all it loaded. Without comments and indentation the pages' takes half; names stay, for
  // whoever reads a stack.
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          output: { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
  // All dependencies are found before the first page asks for them: one found later reloads it.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  build: {
    // Where light-dark() is native: its replacement is computed once at the root, and a dark section stays light.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Fonts stay files: an inlined font is loaded whether or not its characters are shown.
    assetsInlineLimit: (path) => (/\.woff2?$/.test(path) ? false : undefined),
  },
}));
