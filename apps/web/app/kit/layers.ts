import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

// Menus, sheets, dialogs, panes: whatever opens above a page is a layer. There is one stack of them. Escape, the
// browser's back button and a press outside each close the topmost layer alone.
//
// A layer needs an entry in the browser's history, or the back button would leave the page. The router never hears of
// these entries: to it they are the page below. An entry is made when a layer opens and stays when the layer closes by
// other means: the next layer uses it, and the way back passes over it. Nothing here goes back in the history because
// something was closed. That would take a moment, and take away a page that was opened in that moment.

interface Layer {
  readonly close: (leaving: boolean) => void;
  readonly ownsEntry: boolean;
}

/** `history.state`: `key`, `idx` (position in the history) and `usr` are the router's; `layers` counts our entries above the page's own. */
interface EntryState {
  readonly idx?: number;
  readonly layers?: number;
}

/** The topmost last. */
const stack: Layer[] = [];
/** The entry the reader is at, as last seen. */
let here: { state: EntryState; address: string };
/** The topmost layer when the pointer was last pressed. */
let topAtPress: Layer | undefined;

const idxOf = ({ idx = 0 }: EntryState) => idx;
const layersIn = ({ layers = 0 }: EntryState) => layers;

function remember(): void {
  here = { state: history.state ?? {}, address: location.href };
}

/** Sees what the router has done. An entry that it replaced is still one of ours. */
function followRouter(): void {
  const state: EntryState = history.state ?? {};
  const replaced = idxOf(state) === idxOf(here.state) && state.layers === undefined;
  if (replaced && layersIn(here.state) > 0)
    history.replaceState({ ...state, layers: layersIn(here.state) }, "");
  remember();
}

/** Makes the entries that open layers lack. */
function makeEntries(): void {
  followRouter();
  const needed = stack.filter(({ ownsEntry }) => ownsEntry).length;
  for (let layers = layersIn(here.state) + 1; layers <= needed; layers++) {
    history.pushState({ ...here.state, idx: idxOf(here.state) + 1, layers }, "");
    remember();
  }
}

/** Runs before the router's own listener. */
function onPop(event: PopStateEvent): void {
  const from = here;
  const to: EntryState = event.state ?? {};
  const steps = idxOf(from.state) - idxOf(to);
  remember();
  const samePage = steps === layersIn(from.state) - layersIn(to) && steps !== 0;
  if (!samePage) {
    for (const { close, ownsEntry } of stack.toReversed()) if (ownsEntry) close(true);
    return;
  }
  event.stopImmediatePropagation();
  // The page may have another address by now than it had in this entry.
  history.replaceState({ ...from.state, idx: idxOf(to), layers: layersIn(to) }, "", from.address);
  remember();
  if (steps < 0) return;
  const top = stack.at(-1);
  if (top && stack.some(({ ownsEntry }) => ownsEntry)) top.close(false);
  // Only entries without a layer are left: the reader means the page before this one.
  else history.go(-layersIn(to) - 1);
}

function onKey(event: KeyboardEvent): void {
  // 229: Safari ends a composition before it tells of the key that ended it.
  if (event.key !== "Escape" || event.isComposing || event.keyCode === 229) return;
  const top = stack.at(-1);
  if (!top) return;
  // Neither the browser nor a library may close something of its own as well.
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) top.close(false);
}

if (typeof window !== "undefined") {
  remember();
  addEventListener("popstate", onPop, { capture: true });
  addEventListener("keydown", onKey, { capture: true });
  // A layer that stayed open when the way back was pressed, to ask first, lacks its entry. Browsers pass over entries
  // that were made while the reader did nothing: so it is made with their next key or press.
  const onPress = () => {
    topAtPress = stack.at(-1);
    if (topAtPress) makeEntries();
  };
  addEventListener("pointerdown", onPress, { capture: true });
  addEventListener("keydown", onPress, { capture: true });
}

/** Keeps up with the router. Once in a page, inside the router. */
export function FollowRouter(): null {
  const place = useLocation();
  useEffect(() => {
    if (place) followRouter();
  }, [place]);
  return null;
}

interface Options {
  /** False for what the back button need not close by itself: a list below a field, a pane that a link led to. */
  ownsEntry?: boolean;
}

/**
 * A layer while `opened`. `close` is called by Escape and the back button when the layer is the topmost; it may ask
 * first and stay open. `leaving`: the reader jumped to another page, and the layer goes with this one.
 *
 * Call what it returns for a press outside: that closes the layer only if nothing was above it when the press began.
 */
export function useLayer(
  opened: boolean,
  close: (leaving: boolean) => void,
  { ownsEntry = true }: Options = {},
): () => void {
  const closeNow = useEffectEvent(close);
  const own = useRef<Layer>(undefined);
  useEffect(() => {
    if (!opened) return;
    const layer: Layer = { ownsEntry, close: (leaving) => closeNow(leaving) };
    own.current = layer;
    stack.push(layer);
    makeEntries();
    return () => {
      own.current = undefined;
      stack.splice(stack.indexOf(layer), 1);
    };
  }, [opened, ownsEntry]);
  return useCallback(() => {
    if (own.current && own.current === topAtPress) own.current.close(false);
  }, []);
}
