/**
 * Matches elements that get the focus if a focused element inside them is removed: a message for its buttons, a list
 * for its rows.
 */
const fallbackSelector = "[data-focus-fallback]";
/**
 * Matches elements that open above or beside the page, such as dialogs. When one closes, the element that opened it
 * gets the focus.
 */
const layerSelector = "dialog, [role=dialog], [role=menu], [popover], [data-focus-layer]";
/** Matches the landmarks of a page. If a focused element is removed, the new focus stays in the same landmark. */
const landmarkSelector = "main, nav, aside, section[aria-label]";
const modalSelector = "dialog:modal, [role=dialog][aria-modal=true]";
const tabStopSelector =
  ":is(a[href], button, input, select, textarea, [tabindex]):not([tabindex='-1'], :disabled)";
/**
 * At most this many focused elements are remembered. That is more than enough to return from a dialog, through the menu
 * that opened it, to the menu's button.
 */
const maxFocusRecords = 12;

/** An element that had the focus, with its ancestors. The innermost comes first. */
interface FocusRecord {
  readonly element: HTMLElement;
  readonly path: readonly Element[];
}

/**
 * Keeps the keyboard focus in the page when the focused element is removed. The element that opened a dialog, menu or
 * pane gets the focus back. In other cases the nearest element gets it, or the heading after a navigation. A press on
 * the page background may still clear the focus. The returned function stops this.
 */
export function startFocusRecovery(): () => void {
  /** The elements that had the focus. The newest is last. */
  let recentFocusRecords: FocusRecord[] = [];
  /**
   * Whether the last press was a touch. After a touch, no field gets the focus back, because the on-screen keyboard
   * would open.
   */
  let isTouching = false;
  /** Whether the last input came from the keyboard. A focus ring would only confuse people who use no keyboard. */
  let isKeyboardUsed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Watches the ancestors of the focused element for removals, because some browsers send no `focusout` for a removed
  // element.
  const removalObserver = new MutationObserver((records) => {
    const lastElement = recentFocusRecords.at(-1)?.element;
    if (!lastElement?.isConnected) scheduleFocusCheck();
    // A disabled button loses the focus. So a button that was disabled during a request gets the focus back when it is
    // enabled again.
    else if (records.some(({ type }) => type === "attributes") && !lastElement.matches(":disabled"))
      restoreFocusTo(lastElement);
  });

  function onFocusIn({ target }: Pick<FocusEvent, "target">): void {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const path = listAncestors(target);
    recentFocusRecords = [
      ...recentFocusRecords.filter(({ element }) => element !== target),
      { element: target, path },
    ].slice(-maxFocusRecords);
    removalObserver.disconnect();
    removalObserver.observe(target, { attributeFilter: ["disabled"] });
    for (const { parentElement } of path)
      if (parentElement) removalObserver.observe(parentElement, { childList: true });
  }

  /** Checks the focus a moment later, because the code that closes a dialog or menu may set the focus itself. */
  function scheduleFocusCheck(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      restoreFocus();
    });
  }

  const mayTakeFocus = (element: Element) => !(isTouching && element.matches("input, textarea"));
  function restoreFocusTo(element: HTMLElement | undefined): void {
    if (element && mayTakeFocus(element) && document.activeElement === document.body)
      element.focus({ preventScroll: true, focusVisible: isKeyboardUsed });
  }

  // The element that replaces the removed one may not be rendered yet. So wait for it.
  const insertionObserver = new MutationObserver(restoreFocus);
  function restoreFocus(): void {
    insertionObserver.disconnect();
    const lastElement = recentFocusRecords.at(-1)?.element;
    if (!lastElement || document.activeElement !== document.body || isFocusable(lastElement)) return;
    const searchScope = [...document.querySelectorAll(modalSelector)].findLast(isFocusable) ?? document.body;
    const canTakeFocus = (element: Element) =>
      searchScope.contains(element) && isFocusable(element) && mayTakeFocus(element);
    const nextElement = findNextFocus(recentFocusRecords, searchScope, canTakeFocus);
    if (nextElement) restoreFocusTo(nextElement);
    else insertionObserver.observe(document.body, { childList: true, subtree: true });
  }

  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isTouching = pointerType === "touch";
    isKeyboardUsed = false;
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    isKeyboardUsed = true;
    if (key === "Tab") isTouching = false;
  };

  // Remember the element that had the focus before this code was loaded.
  onFocusIn({ target: document.activeElement });
  const abort = new AbortController();
  const options = { signal: abort.signal, capture: true };
  document.addEventListener("focusin", onFocusIn, options);
  document.addEventListener(
    "focusout",
    ({ relatedTarget }) => relatedTarget === null && scheduleFocusCheck(),
    options,
  );
  document.addEventListener("pointerdown", onPointerDown, options);
  document.addEventListener("keydown", onKeyDown, options);
  return () => {
    abort.abort();
    removalObserver.disconnect();
    insertionObserver.disconnect();
    clearTimeout(timer);
  };
}

function listAncestors(element: Element): Element[] {
  const path: Element[] = [];
  for (
    let ancestor: Element | null = element;
    ancestor && ancestor !== document.body;
    ancestor = ancestor.parentElement
  )
    path.push(ancestor);
  return path;
}

const isFocusable = (element: Element): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");

function findNextFocus(
  recentFocus: readonly FocusRecord[],
  scope: Element,
  canTakeFocus: (element: Element) => boolean,
): HTMLElement | undefined {
  for (const { element, path } of recentFocus.toReversed()) {
    if (canTakeFocus(element) && !element.matches(":disabled")) return element;
    const heading = findHeadingOfNextPage(path, scope, canTakeFocus);
    if (heading) return heading;
    if (
      path.some((element) => !element.isConnected && element.matches(`${layerSelector}, ${landmarkSelector}`))
    )
      continue;
    const nearestElement = findNearestFocusable(path, canTakeFocus);
    if (nearestElement) return nearestElement;
  }
  return (
    findFirstFocusable(scope, fallbackSelector, canTakeFocus) ??
    (scope === document.body ? undefined : findFirstFocusable(scope, tabStopSelector, canTakeFocus))
  );
}

/**
 * If the removed element belonged to another page, returns the heading of the new page, or the page itself while it has
 * no heading. A page can mark an element that is returned instead of its heading.
 */
function findHeadingOfNextPage(
  path: readonly Element[],
  scope: Element,
  canTakeFocus: (element: Element) => boolean,
): HTMLElement | undefined {
  if (!path.some((ancestor) => !ancestor.isConnected && ancestor.matches("main"))) return undefined;
  const heading =
    findFirstFocusable(scope, "#page-start", canTakeFocus) ??
    findFirstFocusable(scope, "main h1", canTakeFocus) ??
    findFirstFocusable(scope, "main", canTakeFocus);
  if (heading) heading.tabIndex = -1;
  return heading;
}

function findNearestFocusable(
  path: readonly Element[],
  canTakeFocus: (element: Element) => boolean,
): HTMLElement | undefined {
  const connectedAncestors = path.filter((ancestor) => ancestor.isConnected);
  const landmarkIndex = connectedAncestors.findIndex((element) => element.matches(landmarkSelector));
  const ancestors = landmarkIndex < 0 ? connectedAncestors : connectedAncestors.slice(0, landmarkIndex + 1);
  for (const ancestor of ancestors) {
    for (const focusCandidate of [
      ancestor,
      ...iterateSiblings(ancestor, "nextElementSibling"),
      ...iterateSiblings(ancestor, "previousElementSibling"),
    ]) {
      const fallback = findOnlyFallbackElement(focusCandidate);
      if (fallback && canTakeFocus(fallback)) return fallback;
    }
  }
  for (const ancestor of ancestors) {
    const tabStopElement = findFirstFocusable(ancestor, tabStopSelector, canTakeFocus);
    if (tabStopElement) return tabStopElement;
  }
  return undefined;
}

/** Returns the siblings before or after an element. The nearest comes first. */
function* iterateSiblings(
  element: Element,
  direction: "nextElementSibling" | "previousElementSibling",
): Generator<Element> {
  for (let sibling = element[direction]; sibling; sibling = sibling[direction]) yield sibling;
}

/**
 * Returns the element that gets the focus if a focused element in `container` is removed: `container` or a marked
 * element in it. Returns nothing if several marked elements are side by side.
 */
function findOnlyFallbackElement(container: Element): HTMLElement | undefined {
  if (container.matches(fallbackSelector)) return container as HTMLElement;
  const fallbackElements = [...container.querySelectorAll<HTMLElement>(fallbackSelector)];
  const outermostFallbacks = fallbackElements.filter(
    (fallback) =>
      !fallbackElements.some(
        (otherFallback) => otherFallback !== fallback && otherFallback.contains(fallback),
      ),
  );
  return outermostFallbacks.length === 1 ? outermostFallbacks[0] : undefined;
}

const findFirstFocusable = (
  container: Element,
  selector: string,
  canTakeFocus: (element: Element) => boolean,
) => [...container.querySelectorAll<HTMLElement>(selector)].find(canTakeFocus);
