import { expect, test } from "vitest";
import { type BuildManifest, findRouteScripts, findScriptsInMarkup, formatBudgetLine } from "./pages.ts";

const testManifest: BuildManifest = {
  url: "/manifest.js",
  entry: { module: "/entry.js", imports: ["/base.js"] },
  routes: {
    root: { module: "/root.js", imports: ["/base.js"] },
    layout: { parentId: "root", module: "/layout.js", clientLoaderModule: "/who.js" },
    chat: {
      parentId: "layout",
      module: "/chat.js",
      hydrateFallbackModule: "/bones.js",
      imports: ["/list.js"],
    },
    other: { parentId: "layout", module: "/other.js", imports: ["/heavy.js"] },
  },
};

test("a page loads the entry, the manifest, and the scripts of its routes from the root on, each once", () => {
  expect([...findRouteScripts(testManifest, "chat")].sort()).toEqual(
    [
      "/base.js",
      "/bones.js",
      "/chat.js",
      "/entry.js",
      "/layout.js",
      "/list.js",
      "/manifest.js",
      "/root.js",
      "/who.js",
    ].sort(),
  );
});

test("a route that does not exist causes an error", () => {
  expect(() => findRouteScripts(testManifest, "moved")).toThrow("There is no route moved");
});

test("the scripts in a rendered page's markup are found, with or without whitespace", () => {
  expect(
    findScriptsInMarkup('jsx("script", { src: "/proof.js", type })+x("script",{src:"/menu/open.js"})'),
  ).toEqual(["/proof.js", "/menu/open.js"]);
  expect(findScriptsInMarkup('jsx("img", { src: "/picture.png" })')).toEqual([]);
});

test("a page above its budget is reported with the excess", () => {
  expect(formatBudgetLine("chat", 250_000, 260_000)).toBe(
    "chat: 250.0 kB of scripts, gzip (at most 260.0 kB)",
  );
  expect(formatBudgetLine("chat", 261_400, 260_000)).toBe(
    "chat: 261.4 kB of scripts, gzip, 1.4 kB over the 260.0 kB it may have",
  );
});
