/** Milliseconds of resting on a button until its name shows; the keyboard's focus shows it at once. */
const rest = 400;
/** Pixels between a button and its name. */
const gap = 6;
const edge = 4;

/** Shows the `data-tip` of whatever is pointed at or has the keyboard's focus in `box`, until the function returned is called. */
export function followTips(box: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner: Element | null = null;
  /** Focus that comes back after a tap counts as the keyboard's where something was written before. */
  let touching = false;

  function show(target: HTMLElement): void {
    // What has gone meanwhile has no place to show it at.
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
    // A press may move what stands around the button, and its name would stay behind.
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

/** Beside the button on the side that it asks for, on the other one where there is no room, and within the window. */
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
