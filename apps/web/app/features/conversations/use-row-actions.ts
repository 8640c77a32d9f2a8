import { useEffect, useEffectEvent, useRef, useState } from "react";
import { onLongPress } from "../../kit/long-press.ts";
import { rowAt } from "./row.tsx";

/** The menu that is open: of which row, and where on the screen. */
export interface Opened {
  readonly row: HTMLElement;
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly side: "bottom-start" | "bottom-end";
}

/** Which row of the list shows its button, and which one its menu. */
export function useRowActions(pane: HTMLElement, asked: Event) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const finger = useRef<ReturnType<typeof setTimeout>>(undefined);

  function open(of: HTMLElement, at?: Pick<Opened, "x" | "y" | "side">): void {
    const { left, bottom } = of.getBoundingClientRect();
    const place = at ?? { x: left + 24, y: bottom, side: "bottom-start" };
    setRow(of);
    // One press can ask twice: a key or a resting finger, and the `contextmenu` that the browser makes of it.
    setOpened((now) => now ?? { row: of, id: of.dataset.room ?? "", ...place });
  }
  // The row keeps its button until the pointer or the focus is elsewhere: the focus comes back to it in a moment.
  const close = () => setOpened(null);

  function hearPointer({ pointerType, type }: PointerEvent, at: HTMLElement | null): void {
    if (pointerType === "touch") {
      clearTimeout(finger.current);
      if (type === "pointerdown" && at) finger.current = onLongPress(() => open(at));
    } else if (type === "pointerover" && !opened) setRow(at);
  }
  const hear = useEffectEvent((event: Event): void => {
    const at = rowAt(event.target);
    if (event.type === "contextmenu" && event instanceof MouseEvent) {
      const byKey = event.clientX === 0 && event.clientY === 0;
      if (at) open(at, byKey ? undefined : { x: event.clientX, y: event.clientY, side: "bottom-start" });
    } else if (event instanceof PointerEvent) hearPointer(event, at);
    else if (event instanceof KeyboardEvent) {
      if (!at || event.key !== "F10" || !event.shiftKey) return;
      event.preventDefault();
      open(at);
    } else if (at?.matches(":focus-visible") && !opened) setRow(at);
  });
  const leave = useEffectEvent(() => {
    if (!opened) setRow(null);
  });
  /** What reached a row before this was loaded. Of a finger, its touch: it may have been lifted since. */
  const hearFirst = useEffectEvent(() => {
    const { target } = asked;
    const touches =
      asked instanceof PointerEvent && asked.type === "pointerover" && asked.pointerType === "touch";
    if (!touches) hear(asked);
    else if (target instanceof Element && target.hasPointerCapture(asked.pointerId))
      hearPointer(new PointerEvent("pointerdown", { pointerType: "touch" }), rowAt(target));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for each new `asked`, which the effect event reads itself
  useEffect(() => hearFirst(), [asked]);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    for (const type of ["pointerover", "pointerdown", "pointerup", "pointercancel", "focusin", "keydown"])
      pane.addEventListener(type, (event) => hear(event), { signal });
    pane.addEventListener("pointerleave", () => leave(), { signal });
    pane.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && pane.contains(relatedTarget))) leave();
      },
      { signal },
    );
    return () => {
      clearTimeout(finger.current);
      end.abort();
    };
  }, [pane]);

  return { row: opened?.row ?? row, opened, open, close };
}
