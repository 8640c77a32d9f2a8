import { useEffect } from "react";
import { matchRoutes, type RouteObject } from "react-router";

/** How many pages are preloaded at once (docs/rules.md). What the reader does now needs the connection too. */
export const preloadsAtOnce = 4;

/** Loads each page once, a few at a time. A failed load may be requested again. */
export function createPreloads(load: (page: string) => Promise<unknown>): (page: string) => void {
  const requested = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  function next(): void {
    while (running < preloadsAtOnce) {
      const page = waiting.shift();
      if (page === undefined) return;
      running++;
      load(page)
        .catch(() => requested.delete(page))
        .finally(() => {
          running--;
          next();
        });
    }
  }

  return (page) => {
    if (requested.has(page)) return;
    requested.add(page);
    waiting.push(page);
    next();
  };
}

interface ManifestRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly clientLoaderModule?: string;
}

/** The router's route list, which is part of every page that runs React. */
function manifestRoutes(): readonly ManifestRoute[] {
  const manifest: { routes: Record<string, ManifestRoute> } | undefined = Reflect.get(
    window,
    "__reactRouterManifest",
  );
  return Object.values(manifest?.routes ?? {});
}

function childrenOf(routes: readonly ManifestRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => {
      const own = { id, ...(path !== undefined && { path }) };
      return index ? { ...own, index } : { ...own, children: childrenOf(routes, id) };
    });
}

async function loadPage(pathname: string): Promise<void> {
  const routes = manifestRoutes();
  const matched = matchRoutes(childrenOf(routes, undefined), pathname) ?? [];
  const ids = new Set(matched.map(({ route }) => route.id));
  const modules = routes
    .filter(({ id }) => ids.has(id))
    .flatMap((r) => [r.module, r.clientLoaderModule ?? r.module]);
  await Promise.all([...new Set(modules)].map((address) => import(/* @vite-ignore */ address)));
}

const preload = createPreloads(loadPage);

/** Loads a page's code when the reader hovers or focuses a link to it. */
export function usePreloads(): void {
  useEffect(() => {
    const onPoint = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link && link.origin === location.origin && !link.download) preload(link.pathname);
    };
    addEventListener("pointerover", onPoint, { passive: true });
    addEventListener("focusin", onPoint, { passive: true });
    return () => {
      removeEventListener("pointerover", onPoint);
      removeEventListener("focusin", onPoint);
    };
  }, []);
}
