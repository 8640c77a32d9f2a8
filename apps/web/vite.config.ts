import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { createBareEndpointsPlugin } from "./vite/bare-endpoints.ts";
import { createBrowserOnlyPagesPlugin } from "./vite/browser-only-pages.ts";
import { createScriptGroupingPlugin } from "./vite/few-chunks.ts";
import { createLatestBuildPlugin } from "./vite/latest-build.ts";
import { createPdfFilesPlugin } from "./vite/pdf-parts.ts";
import { createSlimFontStylesPlugin } from "./vite/slim-fonts.ts";
import { createUnhintedFontsPlugin } from "./vite/unhinted-fonts.ts";

export default defineConfig(({ command }) => ({
  plugins: [
    createSlimFontStylesPlugin(),
    createUnhintedFontsPlugin(),
    createBareEndpointsPlugin(),
    createBrowserOnlyPagesPlugin(),
    createLatestBuildPlugin(),
    createScriptGroupingPlugin(),
    createPdfFilesPlugin(),
    reactRouter(),
  ],
  // Bundle the libraries into the server build. Loading the complete libraries would take 80 MB of memory, and a third
  // of a second at each start. Do not bundle the contract and zod, because the server has already loaded them, and a
  // second copy of their schemas would take 6 MB.
  ssr: command === "build" ? { noExternal: true, external: ["zod"] } : {},
  // Node keeps the source code of the server build in memory, so make it small: without whitespace, without React's
  // code for development, and in ASCII. A single character outside ASCII would make V8 store a file with two bytes per
  // character. Keep the names of functions, so that stack traces are readable.
  environments: {
    ssr: {
      ...(command === "build" && { define: { "process.env.NODE_ENV": JSON.stringify("production") } }),
      build: {
        rolldownOptions: {
          external: /^@kakehashi\/contract\//,
          output: {
            charset: "ascii",
            minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
  // Find all dependencies at the start. If the dev server found one later, it would reload the page.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  build: {
    // Do not replace the CSS function light-dark(). The replacement for old browsers computes colours once at the root,
    // so a dark section in a light page would stay light.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Do not inline fonts. An inlined font would load even if none of its characters is used.
    assetsInlineLimit: (path) => (/\.woff2?$/.test(path) ? false : undefined),
  },
}));
