/** The tooltip appears after this many milliseconds of hovering. Keyboard focus shows it at once. */
const hoverDelayMs = 400;
/** Pixels between a button and its tooltip. */
const gapPx = 6;
const windowMarginPx = 4;

/**
 * Shows the `data-tip` text of the hovered or focused element in `sharedTooltipElement`. The returned function stops
 * this.
 */
export function showTooltips(sharedTooltipElement: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tooltipTarget: Element | null = null;
  /**
   * Whether the last press was a touch. After a tap, browsers may treat a focus that returns as keyboard focus. No
   * tooltip must appear then.
   */
  let isTouching = false;

  function showTooltip(target: HTMLElement): void {
    // The element may have been removed during the delay. Show nothing in that case.
    if (!target.isConnected) return;
    sharedTooltipElement.textContent = target.dataset.tip ?? "";
    sharedTooltipElement.showPopover();
    const { left, top } = computeTooltipPosition(target, sharedTooltipElement);
    sharedTooltipElement.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }

  function change(newTarget: HTMLElement | null, delayMs: number): void {
    if (newTarget === tooltipTarget) return;
    tooltipTarget = newTarget;
    clearTimeout(timer);
    sharedTooltipElement.hidePopover();
    if (newTarget) timer = setTimeout(() => showTooltip(newTarget), delayMs);
  }

  const tooltipTargetOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  const onPointerOver = ({ target, pointerType }: PointerEvent) =>
    pointerType === "mouse" && change(tooltipTargetOf(target), hoverDelayMs);
  const onFocusIn = ({ target }: FocusEvent) => {
    const focusTarget = tooltipTargetOf(target);
    change(!isTouching && focusTarget?.matches(":focus-visible") ? focusTarget : null, 0);
  };
  const hideTooltip = () => change(null, 0);
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isTouching = pointerType === "touch";
    hideTooltip();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Tab") isTouching = false;
    // Hide the tooltip after Escape, Enter or the space bar, because these keys may move the button.
    if (key === "Escape" || key === "Enter" || key === " ") hideTooltip();
  };

  const abort = new AbortController();
  const { signal } = abort;
  document.addEventListener("pointerover", onPointerOver, { signal });
  document.addEventListener("focusin", onFocusIn, { signal });
  document.addEventListener("focusout", hideTooltip, { signal });
  document.addEventListener("pointerdown", onPointerDown, { signal });
  document.addEventListener("keydown", onKeyDown, { signal });
  document.addEventListener("scroll", hideTooltip, { signal, capture: true, passive: true });
  document.documentElement.addEventListener("pointerleave", hideTooltip, { signal });
  return () => {
    abort.abort();
    hideTooltip();
  };
}

/**
 * Returns the position of the tooltip: at the side of the button that `data-tip-side` names or, without enough room, at
 * the opposite side.
 */
function computeTooltipPosition(
  target: HTMLElement,
  tooltipElement: HTMLElement,
): { left: number; top: number } {
  const targetRect = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tooltipElement;
  const { clientWidth, clientHeight } = document.documentElement;
  const preferredSide = target.dataset.tipSide ?? "top";
  const centeredPosition = {
    left: targetRect.left + (targetRect.width - width) / 2,
    top: targetRect.top + (targetRect.height - height) / 2,
  };
  const topIfAbove = targetRect.top - height - gapPx;
  const topIfBelow = targetRect.bottom + gapPx;
  const leftIfBefore = targetRect.left - width - gapPx;
  const leftIfAfter = targetRect.right + gapPx;
  const fitsBelow = topIfBelow + height <= clientHeight;
  const fitsAfter = leftIfAfter + width <= clientWidth;
  const preferredPosition = {
    top: { ...centeredPosition, top: topIfAbove >= 0 ? topIfAbove : topIfBelow },
    bottom: { ...centeredPosition, top: fitsBelow ? topIfBelow : topIfAbove },
    right: { ...centeredPosition, left: fitsAfter ? leftIfAfter : leftIfBefore },
    left: { ...centeredPosition, left: leftIfBefore >= 0 ? leftIfBefore : leftIfAfter },
  }[preferredSide as "top" | "bottom" | "right" | "left"];
  const clampToWindow = (value: number, limit: number) =>
    Math.max(windowMarginPx, Math.min(value, limit - windowMarginPx));
  return {
    left: clampToWindow(preferredPosition.left, clientWidth - width),
    top: clampToWindow(preferredPosition.top, clientHeight - height),
  };
}
