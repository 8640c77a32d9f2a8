/** What takes the focus for all that stands around it: a message for its buttons, a list for its rows. */
const standIn = "[data-focus-fallback]";
/** What opens above or beside other things: where it goes, whatever opened it is the nearest thing. */
const layer = "dialog, [role=dialog], [role=menu], [popover], [data-focus-layer]";
/** A part of the page, which can be such a layer as well. Nothing past its edges is near. */
const landmark = "main, nav, aside, section[aria-label]";
const modal = "dialog:modal, [role=dialog][aria-modal=true]";
const tabStop = ":is(a[href], button, input, select, textarea, [tabindex]):not([tabindex='-1'], :disabled)";
/** Things the focus was on that are remembered: from a window back to what opened the menu that opened it, with some to spare. */
const remembered = 12;

/** Something the focus was on, and all that it stood in, from the inside out. */
interface Stop {
  readonly element: HTMLElement;
  readonly path: readonly Element[];
}

/**
 * Never lets the keyboard's focus fall to the page because what had it has gone, until the function returned is called:
 * it goes back to what opened a window, a menu or a pane, else to the nearest thing. Whoever takes it away by a press on
 * the ground of the page is left alone.
 */
export function keepFocus(): () => void {
  /** The newest last. */
  let trail: Stop[] = [];
  /** To give a field the focus would bring up the keyboard on the screen. */
  let touching = false;
  /** Where nobody uses the keys, a ring about what has the focus again would only puzzle. */
  let byKeys = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What has the focus goes by itself or in one of those that it stands in: no more of the page has to be watched. Not
  // every browser tells of it by `focusout`.
  const leaving = new MutationObserver((records) => {
    const last = trail.at(-1)?.element;
    if (!last?.isConnected) lookSoon();
    // What cannot be pressed while its answer is on its way has lost the focus without going: it has it again.
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

  /** Whoever closes something may give the focus away themselves. */
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

  function look(): void {
    const last = trail.at(-1)?.element;
    if (!last || document.activeElement !== document.body || isThere(last)) return;
    const scope = [...document.querySelectorAll(modal)].findLast(isThere) ?? document.body;
    const mayTake = (element: Element) => scope.contains(element) && isThere(element) && mayHave(element);
    giveBack(nextOf(trail, scope, mayTake));
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

/** Its neighbours one way, the nearest first. */
function* beside(place: Element, way: "nextElementSibling" | "previousElementSibling"): Generator<Element> {
  for (let at = place[way]; at; at = at[way]) yield at;
}

/** What stands in for the whole of a place: itself, or the one in it that is not in another. */
function onlyStandIn(place: Element): HTMLElement | undefined {
  if (place.matches(standIn)) return place as HTMLElement;
  const all = [...place.querySelectorAll<HTMLElement>(standIn)];
  const outer = all.filter((one) => !all.some((other) => other !== one && other.contains(one)));
  return outer.length === 1 ? outer[0] : undefined;
}

const first = (place: Element, selector: string, mayTake: (element: Element) => boolean) =>
  [...place.querySelectorAll<HTMLElement>(selector)].find(mayTake);
