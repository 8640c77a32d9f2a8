/** Milliseconds of hovering before the tooltip shows. Keyboard focus shows it at once. */
const rest = 400;
/** Pixels between a button and its tooltip. */
const gap = 6;
const edge = 4;

/** Shows the `data-tip` text of the hovered or focused element in `box`, until the returned function is called. */
export function followTips(box: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner: Element | null = null;
  /** After a tap, browsers may treat returning focus as keyboard focus if something was typed before. */
  let touching = false;

  function show(target: HTMLElement): void {
    // The element was removed while the tooltip waited.
    if (!target.isConnected) return;
    box.textContent = target.dataset.tip ?? "";
    box.showPopover();
    const { left, top } = placeOf(target, box);
    box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }

  function change(next: HTMLElement | null, delay: number): void {
    if (next === owner) return;
    owner = next;
    clearTimeout(timer);
    box.hidePopover();
    if (next) timer = setTimeout(() => show(next), delay);
  }

  const tipOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  const over = ({ target, pointerType }: PointerEvent) =>
    pointerType === "mouse" && change(tipOf(target), rest);
  const focus = ({ target }: FocusEvent) => {
    const tip = tipOf(target);
    change(!touching && tip?.matches(":focus-visible") ? tip : null, 0);
  };
  const away = () => change(null, 0);
  const point = ({ pointerType }: PointerEvent) => {
    touching = pointerType === "touch";
    away();
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "Tab") touching = false;
    // A press may move the button, and the tooltip would stay behind.
    if (key === "Escape" || key === "Enter" || key === " ") away();
  };

  const given = new AbortController();
  const { signal } = given;
  document.addEventListener("pointerover", over, { signal });
  document.addEventListener("focusin", focus, { signal });
  document.addEventListener("focusout", away, { signal });
  document.addEventListener("pointerdown", point, { signal });
  document.addEventListener("keydown", press, { signal });
  document.addEventListener("scroll", away, { signal, capture: true, passive: true });
  document.documentElement.addEventListener("pointerleave", away, { signal });
  return () => {
    given.abort();
    away();
  };
}

/** The position beside the button: on the side it asks for, or the other one if there is no room. */
function placeOf(target: HTMLElement, box: HTMLElement): { left: number; top: number } {
  const at = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const side = target.dataset.tipSide ?? "top";
  const middle = { left: at.left + (at.width - width) / 2, top: at.top + (at.height - height) / 2 };
  const above = at.top - height - gap;
  const below = at.bottom + gap;
  const before = at.left - width - gap;
  const after = at.right + gap;
  const fitsBelow = below + height <= clientHeight;
  const fitsAfter = after + width <= clientWidth;
  const wanted = {
    top: { ...middle, top: above >= 0 ? above : below },
    bottom: { ...middle, top: fitsBelow ? below : above },
    right: { ...middle, left: fitsAfter ? after : before },
    left: { ...middle, left: before >= 0 ? before : after },
  }[side as "top" | "bottom" | "right" | "left"];
  const within = (value: number, most: number) => Math.max(edge, Math.min(value, most - edge));
  return { left: within(wanted.left, clientWidth - width), top: within(wanted.top, clientHeight - height) };
}
