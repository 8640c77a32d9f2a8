/** A route in the manifest of the web app's build. */
export interface BuiltRoute {
  readonly parentId?: string;
  /** The URL of the route's main script. `imports` lists the scripts that are preloaded with it. */
  readonly module: string;
  readonly clientLoaderModule?: string | undefined;
  readonly hydrateFallbackModule?: string | undefined;
  readonly imports?: readonly string[];
}

export interface BuildManifest {
  /** The URL of the manifest itself, which the browser loads as a script, too. */
  readonly url: string;
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, BuiltRoute | undefined>>;
}

/** Returns the URLs of the scripts that a page with React loads. `id` is the innermost route of the page. */
export function findRouteScripts({ url, entry, routes }: BuildManifest, id: string): Set<string> {
  if (!routes[id]) throw new Error(`There is no route ${id}`);
  const scriptAddresses = new Set([url, entry.module, ...entry.imports]);
  let route: BuiltRoute | undefined = routes[id];
  for (; route; route = route.parentId ? routes[route.parentId] : undefined) {
    const { module, clientLoaderModule, hydrateFallbackModule, imports = [] } = route;
    for (const script of [module, clientLoaderModule, hydrateFallbackModule, ...imports])
      if (script) scriptAddresses.add(script);
  }
  return scriptAddresses;
}

/** Returns the URLs of the scripts that the markup in this server code references. */
export function findScriptsInMarkup(code: string): string[] {
  return [...code.matchAll(/\bsrc:\s*["'`](\/[\w./-]+\.js)["'`]/g)].flatMap(([, script]) => script ?? []);
}

/** Formats one line about a page's size. `weightBytes` and `budgetBytes` are sizes after compression. */
export function formatBudgetLine(page: string, weightBytes: number, budgetBytes: number): string {
  const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const line = `${page}: ${formatKilobytes(weightBytes)} of scripts, gzip`;
  if (weightBytes <= budgetBytes) return `${line} (at most ${formatKilobytes(budgetBytes)})`;
  return `${line}, ${formatKilobytes(weightBytes - budgetBytes)} over the ${formatKilobytes(budgetBytes)} it may have`;
}
