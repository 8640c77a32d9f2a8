/** A route as the build's manifest lists it. */
export interface BuiltRoute {
  readonly parentId?: string;
  /** The addresses of the route's scripts: the whole module, and the parts that are preloaded. */
  readonly module: string;
  readonly clientLoaderModule?: string | undefined;
  readonly hydrateFallbackModule?: string | undefined;
  readonly imports?: readonly string[];
}

export interface Manifest {
  /** The manifest's own address. It is a script, too. */
  readonly url: string;
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, BuiltRoute | undefined>>;
}

/** The addresses of the scripts that a hydrated page loads, given its innermost route. */
export function scriptsOf({ url, entry, routes }: Manifest, id: string): Set<string> {
  if (!routes[id]) throw new Error(`There is no route ${id}`);
  const scripts = new Set([url, entry.module, ...entry.imports]);
  let route: BuiltRoute | undefined = routes[id];
  for (; route; route = route.parentId ? routes[route.parentId] : undefined) {
    const { module, clientLoaderModule, hydrateFallbackModule, imports = [] } = route;
    for (const script of [module, clientLoaderModule, hydrateFallbackModule, ...imports])
      if (script) scripts.add(script);
  }
  return scripts;
}

/** The addresses of the scripts that are named in server-rendered pages. */
export function scriptsNamedIn(code: string): string[] {
  return [...code.matchAll(/\bsrc:\s*["'`](\/[\w./-]+\.js)["'`]/g)].flatMap(([, script]) => script ?? []);
}

/** One line about a page's size. `weight` and `budget` are in bytes. */
export function budgetLine(page: string, weightBytes: number, budget: number): string {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const line = `${page}: ${kB(weightBytes)} of scripts, gzip`;
  if (weightBytes <= budget) return `${line} (at most ${kB(budget)})`;
  return `${line}, ${kB(weightBytes - budget)} over the ${kB(budget)} it may have`;
}
