import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

// A layer is anything that opens above a page: a menu, a sheet, a dialog or a pane. All open layers are in one stack.
// Escape, the browser's back button and a press outside each close only the topmost layer. Each open layer has an entry
// in the browser's history, so that the back button does not leave the page. The router knows nothing about these
// entries and takes them for entries of the page below. A layer that is closed without the back button leaves its entry
// behind. The next layer uses that entry, and the back button skips it. This module never goes back in the history when
// a layer closes, because going back takes a moment and could undo a navigation that began in that moment.

interface OpenLayer {
  readonly close: (isNavigating: boolean) => void;
  readonly ownsEntry: boolean;
}

/**
 * The type of `history.state`. The router uses `key`, `idx` (the position in the history) and `usr`. `layers` is the
 * number of layer entries above the page's entry.
 */
interface HistoryEntryState {
  readonly idx?: number;
  readonly layers?: number;
}

/** The open layers: menus, dialogs and panes above the page. The topmost is the last. */
const openLayers: OpenLayer[] = [];
/** The history entry at the last check, and its address. */
let currentEntry: { state: HistoryEntryState; address: string };
/** The topmost layer (menu, dialog or pane above the page) at the last press of the pointer. */
let topLayerAtPress: OpenLayer | undefined;
/**
 * The layers that were open at the first press of a double click. The second press must not close a layer that the
 * first press has opened.
 */
let layersAtFirstPress: readonly OpenLayer[] = [];

const historyIndexOf = ({ idx = 0 }: HistoryEntryState) => idx;
const layerCountOf = ({ layers = 0 }: HistoryEntryState) => layers;

function rememberHistoryEntry(): void {
  currentEntry = { state: history.state ?? {}, address: location.href };
}

/**
 * Updates the remembered entry after the router has changed the history. If the router has replaced a layer's entry,
 * the new entry belongs to that layer.
 */
function syncEntryWithRouter(): void {
  const state: HistoryEntryState = history.state ?? {};
  const isReplaced =
    historyIndexOf(state) === historyIndexOf(currentEntry.state) && state.layers === undefined;
  if (isReplaced && layerCountOf(currentEntry.state) > 0)
    history.replaceState({ ...state, layers: layerCountOf(currentEntry.state) }, "");
  rememberHistoryEntry();
}

/** Creates the missing history entries of open layers (menus, dialogs and panes above the page). */
function addMissingHistoryEntries(): void {
  syncEntryWithRouter();
  const neededEntries = openLayers.filter(({ ownsEntry }) => ownsEntry).length;
  for (let layers = layerCountOf(currentEntry.state) + 1; layers <= neededEntries; layers++) {
    history.pushState({ ...currentEntry.state, idx: historyIndexOf(currentEntry.state) + 1, layers }, "");
    rememberHistoryEntry();
  }
}

/** Handles the back and forward buttons before the router does. */
function onPopState(event: PopStateEvent): void {
  const fromEntry = currentEntry;
  const toEntry: HistoryEntryState = event.state ?? {};
  const stepsBack = historyIndexOf(fromEntry.state) - historyIndexOf(toEntry);
  rememberHistoryEntry();
  const isSamePage = stepsBack === layerCountOf(fromEntry.state) - layerCountOf(toEntry) && stepsBack !== 0;
  if (!isSamePage) {
    for (const { close, ownsEntry } of openLayers.toReversed()) if (ownsEntry) close(true);
    return;
  }
  event.stopImmediatePropagation();
  // The page's address may have changed since this entry was created. So update the entry.
  history.replaceState(
    { ...fromEntry.state, idx: historyIndexOf(toEntry), layers: layerCountOf(toEntry) },
    "",
    fromEntry.address,
  );
  rememberHistoryEntry();
  if (stepsBack < 0) return;
  const topLayer = openLayers.at(-1);
  if (topLayer && openLayers.some(({ ownsEntry }) => ownsEntry)) topLayer.close(false);
  // The entries belong to layers that are already closed. Go back over all of them, because the reader wants to leave
  // the page.
  else history.go(-layerCountOf(toEntry) - 1);
}

function onKeyDown(event: KeyboardEvent): void {
  // Ignore an Escape that ends an input method's composition. Safari marks it only with `keyCode` 229.
  if (event.key !== "Escape" || event.isComposing || event.keyCode === 229) return;
  const topLayer = openLayers.at(-1);
  if (!topLayer) return;
  // Stop the event. Otherwise the same key press could close something else, in the browser or in a library.
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) topLayer.close(false);
}

if (typeof window !== "undefined") {
  rememberHistoryEntry();
  addEventListener("popstate", onPopState, { capture: true });
  addEventListener("keydown", onKeyDown, { capture: true });
  // The back button has removed the layer's history entry, but the layer first asks a question and stays open. So add
  // the entry again at the next key or press: browsers skip entries that were added without user input.
  const onPress = () => {
    topLayerAtPress = openLayers.at(-1);
    if (topLayerAtPress) addMissingHistoryEntries();
  };
  addEventListener("pointerdown", onPress, { capture: true });
  addEventListener("keydown", onPress, { capture: true });
  // The browser sends `mousedown` after `pointerdown`. Use `mousedown`, because only this event counts the clicks of a
  // double click.
  const onMouseDown = ({ detail: count }: MouseEvent) => {
    if (count < 2) layersAtFirstPress = [...openLayers];
    else if (topLayerAtPress && !layersAtFirstPress.includes(topLayerAtPress)) topLayerAtPress = undefined;
  };
  addEventListener("mousedown", onMouseDown, { capture: true });
}

/** Reports the router's navigations to this module. Render this component once, inside the router. */
export function SyncLayersWithRouter(): null {
  const location = useLocation();
  useEffect(() => {
    if (location) syncEntryWithRouter();
  }, [location]);
  return null;
}

interface LayerOptions {
  /**
   * Whether the layer gets its own entry in the browser's history, so that the back button closes it. False for a list
   * of suggestions.
   */
  ownsEntry?: boolean;
}

/**
 * Registers a layer (a menu, dialog or pane above the page) while `isOpened`. Calls `close` when the reader presses
 * Escape or the back button and the layer is the topmost one. `close` may ask the reader first and leave the layer
 * open. Its argument `isNavigating` is true if the reader is going to another page. Returns a function to call for a
 * press outside of the layer. That function closes the layer, but only if the layer was topmost when the press began.
 */
export function useLayer(
  isOpened: boolean,
  close: (isNavigating: boolean) => void,
  { ownsEntry = true }: LayerOptions = {},
): () => void {
  const callClose = useEffectEvent(close);
  const ownLayer = useRef<OpenLayer>(undefined);
  useEffect(() => {
    if (!isOpened) return;
    const layer: OpenLayer = { ownsEntry, close: (isNavigating) => callClose(isNavigating) };
    ownLayer.current = layer;
    openLayers.push(layer);
    addMissingHistoryEntries();
    return () => {
      ownLayer.current = undefined;
      openLayers.splice(openLayers.indexOf(layer), 1);
    };
  }, [isOpened, ownsEntry]);
  return useCallback(() => {
    if (ownLayer.current && ownLayer.current === topLayerAtPress) ownLayer.current.close(false);
  }, []);
}
