import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildWeb, root } from "./setup.js";
import {
  type BuildManifest,
  findRouteScripts,
  findScriptsInMarkup,
  formatBudgetLine,
} from "./weight/pages.ts";

// `npm run weight`: adds up the size of the scripts that a browser must load before it can use a page. Compares the sum
// with the page's budget in bytes.

const budgetBytes = { chat: 264_800, publicPage: 20_000, visit: 25_000 };
/** The route of the chat's first view. The scripts of its parent routes are counted, too. */
const chatRoute = "routes/workspace/conversation";
/** Matches the layout routes of the public pages. There is one such route for each language. */
const publicLayoutPattern = /^site-/;

await buildWeb();
const buildFolder = join(root, "apps/web/build");
const measureGzippedBytes = (script: string) =>
  gzipSync(readFileSync(join(buildFolder, "client", script)), { level: 9 }).length;
const measureTotalGzippedBytes = (scripts: Iterable<string>) =>
  [...scripts].map(measureGzippedBytes).reduce((total, size) => total + size, 0);

interface ServerBuild {
  readonly assets: BuildManifest;
  readonly routes: Readonly<
    Record<
      string,
      { readonly parentId?: string; readonly module: { readonly handle?: { readonly hasScripts?: boolean } } }
    >
  >;
}
const { assets, routes }: ServerBuild = await import(join(buildFolder, "server/index.js"));

function findRouteChain(id: string | undefined): string[] {
  return id === undefined ? [] : [id, ...findRouteChain(routes[id]?.parentId)];
}

const pageWeightRows: [page: string, weight: number, budget: number][] = [];

// The texts of each language are a separate script, which a page loads in addition to its route's scripts. The largest
// of the three scripts counts.
const textFiles = readdirSync(join(buildFolder, "client/assets")).filter((name) =>
  /^texts-\w\w-.*\.js$/.test(name),
);
if (textFiles.length !== 3)
  throw new Error(`Texts of ${textFiles.length} languages were found in the build, not of 3`);
const heaviestTextBytes = Math.max(...textFiles.map((name) => measureGzippedBytes(`assets/${name}`)));
pageWeightRows.push([
  "The chat's first view",
  measureTotalGzippedBytes(findRouteScripts(assets, chatRoute)) + heaviestTextBytes,
  budgetBytes.chat,
]);

// Pages without React load only the scripts that their HTML references. The budget applies to the sum of all these
// scripts.
const serverCode = [
  "index.js",
  ...readdirSync(join(buildFolder, "server/assets")).map((name) => `assets/${name}`),
]
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(buildFolder, "server", name), "utf8"));
const namedScriptsBytes = measureTotalGzippedBytes(new Set(serverCode.flatMap(findScriptsInMarkup)));
const pageWeights = Object.keys(routes).flatMap((id): [string, number][] => {
  const routeChain = findRouteChain(id);
  if (!routeChain.some((chainRouteId) => publicLayoutPattern.test(chainRouteId)) || !assets.routes[id])
    return [];
  const isHydrated = routeChain.every((routeId) => routes[routeId]?.module.handle?.hasScripts !== false);
  return [
    [id, namedScriptsBytes + (isHydrated ? measureTotalGzippedBytes(findRouteScripts(assets, id)) : 0)],
  ];
});
if (pageWeights.length === 0) throw new Error("No public page was found in the build");
const [heaviestPage, heaviestPageBytes] = pageWeights.sort(([, a], [, b]) => b - a)[0] ?? ["", 0];
pageWeightRows.push([
  `The heaviest public page (${heaviestPage})`,
  heaviestPageBytes,
  budgetBytes.publicPage,
]);

// The files that a customer's website loads for the bot's widget: the launcher, and the chat panel with its style
// sheet.
pageWeightRows.push([
  "A visitor's chat",
  measureTotalGzippedBytes(["widget.js", "panel.js", "panel.css"]),
  budgetBytes.visit,
]);

for (const [page, weightBytes, maximumBytes] of pageWeightRows)
  process.stdout.write(`${formatBudgetLine(page, weightBytes, maximumBytes)}\n`);
// Importing the pages' code has started timers that would keep this process running. So the process exits explicitly.
process.exit(pageWeightRows.some(([, weightBytes, maximumBytes]) => weightBytes > maximumBytes) ? 1 : 0);
