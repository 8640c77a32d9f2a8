import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

interface BuildManifest {
  entry: object;
  routes: Record<string, { id: string; parentId?: string; path?: string }>;
}

/** Data about the build that becomes part of the service worker. */
export interface ServiceWorkerBuildData {
  readonly id: string;
  /** All scripts and styles that the workspace's pages may need. */
  readonly files: readonly string[];
  /** The route patterns of the workspace's pages, such as `/chat/:conversationId`. */
  readonly routePatterns: readonly string[];
}

const workspaceLayoutRouteId = "routes/workspace/layout";
const workerSource = join(import.meta.dirname, "../worker/service-worker.ts");

/** Builds `service-worker.js` into `folder`. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const buildDataJson = JSON.stringify(await readBuildData(folder));
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { __BUILD__: buildDataJson },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      rollupOptions: { input: workerSource, output: { entryFileNames: "service-worker.js", format: "iife" } },
    },
  });
}

async function readBuildData(folder: string): Promise<ServiceWorkerBuildData> {
  const names = await readdir(join(folder, "assets"));
  const assetNames = new Set(names.filter((name) => /\.(?:js|css)$/.test(name)));
  const manifestName = [...assetNames].find((name) => name.startsWith("manifest-"));
  if (!manifestName) throw new Error("The build has no manifest of its routes.");
  const text = await readFile(join(folder, "assets", manifestName), "utf8");
  const manifest: BuildManifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  const routes = Object.values(manifest.routes);
  const workspaceRoutes = routes.filter((route) => isWorkspaceRoute(route.id, manifest));

  const files = new Set([manifestName]);
  const pendingNames = findAssetNames(
    JSON.stringify([manifest.entry, manifest.routes.root, workspaceRoutes]),
    assetNames,
  );
  for (let name = pendingNames.pop(); name; name = pendingNames.pop()) {
    if (files.has(name)) continue;
    files.add(name);
    if (name.endsWith(".js"))
      pendingNames.push(...findAssetNames(await readFile(join(folder, "assets", name), "utf8"), assetNames));
  }
  const { id } = JSON.parse(await readFile(join(folder, "latest-build.json"), "utf8"));
  return {
    id,
    files: [...files].sort().map((name) => `/assets/${name}`),
    routePatterns: [...new Set(workspaceRoutes.map((route) => buildRoutePattern(route.id, manifest)))]
      .filter(Boolean)
      .sort(),
  };
}

function buildRoutePattern(id: string, { routes }: BuildManifest): string {
  let address = "";
  for (let route = routes[id]; route; route = routes[route.parentId ?? ""])
    if (route.path) address = `/${route.path}${address}`;
  return address;
}

function isWorkspaceRoute(id: string, manifest: BuildManifest): boolean {
  for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? ""])
    if (route.id === workspaceLayoutRouteId) return true;
  return false;
}

/**
 * Matches the PDF viewer's script. The service worker does not store it in advance, because it is half as large as all
 * scripts of the workspace.
 */
const neverPrecachedPattern = /^pdf-[\w-]{8}\.js$/;

/** Returns the names of built files in a text, such as the HTML of a page. */
function findAssetNames(text: string, knownNames: ReadonlySet<string>): string[] {
  return [...text.matchAll(/[\w.-]+-[\w-]{8}\.(?:js|css)/g)]
    .map(([name]) => name)
    .filter((name) => knownNames.has(name) && !neverPrecachedPattern.test(name));
}
