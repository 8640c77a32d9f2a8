/** Elements that can take the focus for everything around them: a message for its buttons, a list for its rows. */
const standIn = "[data-focus-fallback]";
/** Elements that open above or beside others. When one closes, the element that opened it gets the focus. */
const layer = "dialog, [role=dialog], [role=menu], [popover], [data-focus-layer]";
/** A part of the page. The focus is not moved outside it to a neighbour. */
const landmark = "main, nav, aside, section[aria-label]";
const modal = "dialog:modal, [role=dialog][aria-modal=true]";
const tabStop = ":is(a[href], button, input, select, textarea, [tabindex]):not([tabindex='-1'], :disabled)";
/** How many focused elements are remembered: enough to go from a dialog back to the menu's button that opened it. */
const remembered = 12;

/** A focused element and its ancestors, innermost first. */
interface Stop {
  readonly element: HTMLElement;
  readonly path: readonly Element[];
}

/**
 * Never lets the keyboard focus get lost when the focused element is removed. The focus returns to what opened a
 * dialog, menu or pane, or goes to the nearest element. Pressing on the page background may still clear it. Runs until
 * the returned function is called.
 */
export function keepFocus(): () => void {
  /** Newest last. */
  let trail: Stop[] = [];
  /** On touch, focusing a field would open the on-screen keyboard. */
  let touching = false;
  /** Without keyboard use, a focus ring on the restored element would only confuse. */
  let byKeys = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Watches only the focused element's ancestors for removals. Not every browser sends `focusout` for a removed
  // element.
  const leaving = new MutationObserver((records) => {
    const last = trail.at(-1)?.element;
    if (!last?.isConnected) lookSoon();
    // A button that was disabled during a request has lost the focus and gets it back.
    else if (records.some(({ type }) => type === "attributes") && !last.matches(":disabled")) giveBack(last);
  });

  function enter({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    const path = pathOf(target);
    trail = [...trail.filter(({ element }) => element !== target), { element: target, path }].slice(
      -remembered,
    );
    leaving.disconnect();
    leaving.observe(target, { attributeFilter: ["disabled"] });
    for (const { parentElement } of path)
      if (parentElement) leaving.observe(parentElement, { childList: true });
  }

  /** Whoever closes something may set the focus themselves, so check a moment later. */
  function lookSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    });
  }

  const mayHave = (element: Element) => !(touching && element.matches("input, textarea"));
  function giveBack(element: HTMLElement | undefined): void {
    if (element && mayHave(element) && document.activeElement === document.body)
      element.focus({ preventScroll: true, focusVisible: byKeys });
  }

  // What comes in the place of what has gone may still be on its way.
  const coming = new MutationObserver(look);
  function look(): void {
    coming.disconnect();
    const last = trail.at(-1)?.element;
    if (!last || document.activeElement !== document.body || isThere(last)) return;
    const scope = [...document.querySelectorAll(modal)].findLast(isThere) ?? document.body;
    const mayTake = (element: Element) => scope.contains(element) && isThere(element) && mayHave(element);
    const next = nextOf(trail, scope, mayTake);
    if (next) giveBack(next);
    else coming.observe(document.body, { childList: true, subtree: true });
  }

  const touch = ({ pointerType }: PointerEvent) => {
    touching = pointerType === "touch";
    byKeys = false;
  };
  const press = ({ key }: KeyboardEvent) => {
    byKeys = true;
    if (key === "Tab") touching = false;
  };

  const given = new AbortController();
  const options = { signal: given.signal, capture: true };
  document.addEventListener("focusin", enter, options);
  document.addEventListener("focusout", ({ relatedTarget }) => relatedTarget === null && lookSoon(), options);
  document.addEventListener("pointerdown", touch, options);
  document.addEventListener("keydown", press, options);
  return () => {
    given.abort();
    leaving.disconnect();
    coming.disconnect();
    clearTimeout(timer);
  };
}

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) path.push(at);
  return path;
}

const isThere = (element: Element): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");

function nextOf(
  trail: readonly Stop[],
  scope: Element,
  mayTake: (element: Element) => boolean,
): HTMLElement | undefined {
  for (const { element, path } of trail.toReversed()) {
    if (mayTake(element) && !element.matches(":disabled")) return element;
    if (path.some((part) => !part.isConnected && part.matches(`${layer}, ${landmark}`))) continue;
    const near = nearest(path, mayTake);
    if (near) return near;
  }
  return (
    first(scope, standIn, mayTake) ?? (scope === document.body ? undefined : first(scope, tabStop, mayTake))
  );
}

function nearest(path: readonly Element[], mayTake: (element: Element) => boolean): HTMLElement | undefined {
  const left = path.filter((part) => part.isConnected);
  const edge = left.findIndex((part) => part.matches(landmark));
  const around = edge < 0 ? left : left.slice(0, edge + 1);
  for (const place of around) {
    for (const candidate of [
      place,
      ...beside(place, "nextElementSibling"),
      ...beside(place, "previousElementSibling"),
    ]) {
      const stand = onlyStandIn(candidate);
      if (stand && mayTake(stand)) return stand;
    }
  }
  for (const place of around) {
    const stop = first(place, tabStop, mayTake);
    if (stop) return stop;
  }
  return undefined;
}

/** The siblings in one direction, nearest first. */
function* beside(place: Element, way: "nextElementSibling" | "previousElementSibling"): Generator<Element> {
  for (let at = place[way]; at; at = at[way]) yield at;
}

/** The stand-in of an element: itself, or the only one inside it that is not nested in another. */
function onlyStandIn(place: Element): HTMLElement | undefined {
  if (place.matches(standIn)) return place as HTMLElement;
  const all = [...place.querySelectorAll<HTMLElement>(standIn)];
  const outer = all.filter((one) => !all.some((other) => other !== one && other.contains(one)));
  return outer.length === 1 ? outer[0] : undefined;
}

const first = (place: Element, selector: string, mayTake: (element: Element) => boolean) =>
  [...place.querySelectorAll<HTMLElement>(selector)].find(mayTake);
