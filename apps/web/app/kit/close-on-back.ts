import { type ContextType, useContext, useEffect, useEffectEvent } from "react";
import { UNSAFE_DataRouterContext } from "react-router";

// What opens above a page has an entry of its own in the browser's history, with how many are open there. The router
// never hears of these entries: to it they are the page below them. They are counted, not named: a menu whose item opens
// a dialog hands its entry on.

interface Layer {
  readonly close: (leaving: boolean) => void;
}
/** What the router keeps with an entry, and the number of layers that are open in it. */
interface Entry {
  readonly key?: string;
  readonly idx?: number;
  readonly layers?: number;
}
type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];

/** The uppermost last. */
const open: Layer[] = [];
/** The router's name of the page that they are open above. */
let page: string | undefined;
/** On the way back from an entry whose layer was closed by other means. */
let returning = false;
/** The router has just heard of a way out of the page. */
let told = false;
let due: ReturnType<typeof setTimeout> | undefined;
let router: Router | undefined;

const entry = (): Entry => history.state ?? {};

/** How many entries lie above the page's own: whoever goes back from the page by themselves has to step over them. */
export const layersHere = (): number => entry().layers ?? 0;

/** Whether somebody is being asked if they want to leave the page: until they say so, its own entry is the place to go from. */
const isAsking = () =>
  [...(router?.state.blockers.values() ?? [])].some(({ state }) => state !== "unblocked");
const isBusy = () => router !== undefined && (router.state.navigation.state !== "idle" || isAsking());

function goBack(by: number): void {
  returning = true;
  history.go(-by);
}

/** Brings the history in line with what is open, once whoever closes, opens or navigates has done all of it. */
function settleSoon(): void {
  clearTimeout(due);
  due = setTimeout(settle);
}

function settle(): void {
  if (returning) return;
  if (router && isBusy()) {
    // Its entry is on its way: going back now could take it away again.
    const end = router.subscribe(() => {
      if (isBusy()) return;
      end();
      settleSoon();
    });
    return;
  }
  if (layersHere() > open.length) {
    goBack(layersHere() - open.length);
    return;
  }
  page = entry().key;
  while (layersHere() < open.length) {
    const { idx = 0, ...rest } = entry();
    history.pushState({ ...rest, idx: idx + 1, layers: layersHere() + 1 }, "");
  }
}

/** Asked before the router: what only closes layers is no navigation. */
function pop(event: PopStateEvent): void {
  const at = layersHere();
  const restored = told && isAsking() && entry().key === page;
  told = false;
  if (restored) {
    // The router takes back the way out that it has stopped, and waits to hear of it.
    settleSoon();
    return;
  }
  const here = returning || (open.length > 0 && entry().key === page);
  if (returning) returning = false;
  else for (const { close } of open.slice(here ? at : 0).reverse()) close(!here);
  if (here) {
    event.stopImmediatePropagation();
    // One that does not close now, such as to ask first, has its entry again.
    settleSoon();
  } else if (at > 0) {
    // Left behind by a layer that led to another page: the reader means the page below it.
    event.stopImmediatePropagation();
    history.go(-at);
  } else told = true;
}

if (typeof window !== "undefined") {
  addEventListener("popstate", pop, { capture: true });
  // Loaded anew with something open, which is not open any more.
  if (layersHere() > 0) goBack(layersHere());
}

/**
 * While something is open above a page, the browser's way back closes it and leaves the page as it is. However it is
 * closed, nothing of it is left to go back or forward to. `leaving`: the page goes as well, unless somebody is asked first.
 */
export function useCloseOnBack(opened: boolean, close: (leaving: boolean) => void): void {
  // Its own state, not what React has drawn of it: the moment matters.
  const context = useContext(UNSAFE_DataRouterContext);
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return;
    const layer = { close: (leaving: boolean) => closeNow(leaving) };
    router = context?.router;
    open.push(layer);
    settleSoon();
    return () => {
      open.splice(open.indexOf(layer), 1);
      settleSoon();
    };
  }, [opened, context]);
}
