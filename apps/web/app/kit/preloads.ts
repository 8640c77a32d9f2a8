import { useEffect } from "react";
import { matchRoutes, type RouteObject } from "react-router";

/**
 * At most this many pages are preloaded at the same time (docs/rules.md), because the open page needs the connection,
 * too.
 */
export const maxParallelPreloads = 4;

/**
 * Returns a function that preloads a page. Each page is loaded once, and only a few at the same time. After a failure,
 * the page can be preloaded again.
 */
export function createPagePreloader(
  loadPageCode: (page: string) => Promise<unknown>,
): (page: string) => void {
  const requested = new Set<string>();
  const queuedPages: string[] = [];
  let runningCount = 0;

  function startNextPreloads(): void {
    while (runningCount < maxParallelPreloads) {
      const page = queuedPages.shift();
      if (page === undefined) return;
      runningCount++;
      loadPageCode(page)
        .catch(() => requested.delete(page))
        .finally(() => {
          runningCount--;
          startNextPreloads();
        });
    }
  }

  return (page) => {
    if (requested.has(page)) return;
    requested.add(page);
    queuedPages.push(page);
    startNextPreloads();
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

/** The router's list of routes. Every page with React contains it. */
function readManifestRoutes(): readonly ManifestRoute[] {
  const manifest: { routes: Record<string, ManifestRoute> } | undefined = Reflect.get(
    window,
    "__reactRouterManifest",
  );
  return Object.values(manifest?.routes ?? {});
}

function childRoutesOf(routes: readonly ManifestRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => {
      const routeEntry = { id, ...(path !== undefined && { path }) };
      return index ? { ...routeEntry, index } : { ...routeEntry, children: childRoutesOf(routes, id) };
    });
}

async function loadPage(pathname: string): Promise<void> {
  const routes = readManifestRoutes();
  const matchedRoutes = matchRoutes(childRoutesOf(routes, undefined), pathname) ?? [];
  const ids = new Set(matchedRoutes.map(({ route }) => route.id));
  const moduleUrls = routes
    .filter(({ id }) => ids.has(id))
    .flatMap((route) => [route.module, route.clientLoaderModule ?? route.module]);
  await Promise.all([...new Set(moduleUrls)].map((address) => import(/* @vite-ignore */ address)));
}

const preloadPage = createPagePreloader(loadPage);

/** Loads a page's code when the reader hovers or focuses a link to it. */
export function usePagePreloads(): void {
  useEffect(() => {
    const onLinkHover = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link && link.origin === location.origin && !link.download) preloadPage(link.pathname);
    };
    addEventListener("pointerover", onLinkHover, { passive: true });
    addEventListener("focusin", onLinkHover, { passive: true });
    return () => {
      removeEventListener("pointerover", onLinkHover);
      removeEventListener("focusin", onLinkHover);
    };
  }, []);
}
