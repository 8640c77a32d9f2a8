import { useEffect, useEffectEvent, useRef, useState } from "react";
import { startLongPressTimer } from "../../kit/long-press.ts";
import { conversationRowAt } from "./row.tsx";

/** The open menu of a conversation: its row in the list, and its position on the screen. */
export interface OpenRoomMenu {
  readonly row: HTMLElement;
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly placement: "bottom-start" | "bottom-end";
}

/** Remembers which row of the conversation list shows its menu button, and which row's menu is open. */
export function useRoomMenuState(listPane: HTMLElement, firstEvent: Event) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [openedMenu, setOpened] = useState<OpenRoomMenu | null>(null);
  const longPressTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function openMenu(row: HTMLElement, position?: Pick<OpenRoomMenu, "x" | "y" | "placement">): void {
    const { left, bottom } = row.getBoundingClientRect();
    const menuPosition = position ?? { x: left + 24, y: bottom, placement: "bottom-start" };
    setRow(row);
    // If a menu is already open, keep it. After a key press or a long press, browsers also send a `contextmenu` event,
    // which would open it a second time.
    setOpened((now) => now ?? { row, id: row.dataset.room ?? "", ...menuPosition });
  }
  // Closes the menu. The row's menu button stays visible, because it gets the focus again when the menu closes.
  const closeMenu = () => setOpened(null);

  function handlePointerEvent({ pointerType, type }: PointerEvent, row: HTMLElement | null): void {
    if (pointerType === "touch") {
      clearTimeout(longPressTimer.current);
      if (type === "pointerdown" && row) longPressTimer.current = startLongPressTimer(() => openMenu(row));
    } else if (type === "pointerover" && !openedMenu) setRow(row);
  }
  const handleEvent = useEffectEvent((event: Event): void => {
    const row = conversationRowAt(event.target);
    if (event.type === "contextmenu" && event instanceof MouseEvent) {
      const isFromKeyboard = event.clientX === 0 && event.clientY === 0;
      if (row)
        openMenu(
          row,
          isFromKeyboard ? undefined : { x: event.clientX, y: event.clientY, placement: "bottom-start" },
        );
    } else if (event instanceof PointerEvent) handlePointerEvent(event, row);
    else if (event instanceof KeyboardEvent) {
      if (!row || event.key !== "F10" || !event.shiftKey) return;
      event.preventDefault();
      openMenu(row);
    } else if (row?.matches(":focus-visible") && !openedMenu) setRow(row);
  });
  const hideMenuButton = useEffectEvent(() => {
    if (!openedMenu) setRow(null);
  });
  /**
   * Handles the event that made the browser load the menu's code. If that event was a touch, starts to wait for a long
   * press, but only while the finger is still down. The person may have lifted it while the code was loading.
   */
  const handleFirstEvent = useEffectEvent(() => {
    const { target } = firstEvent;
    const isTouch =
      firstEvent instanceof PointerEvent &&
      firstEvent.type === "pointerover" &&
      firstEvent.pointerType === "touch";
    if (!isTouch) handleEvent(firstEvent);
    else if (target instanceof Element && target.hasPointerCapture(firstEvent.pointerId))
      handlePointerEvent(
        new PointerEvent("pointerdown", { pointerType: "touch" }),
        conversationRowAt(target),
      );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for each new `firstEvent`, which the effect event reads itself
  useEffect(() => handleFirstEvent(), [firstEvent]);
  useEffect(() => {
    const listenerAbortController = new AbortController();
    const { signal } = listenerAbortController;
    for (const type of ["pointerover", "pointerdown", "pointerup", "pointercancel", "focusin", "keydown"])
      listPane.addEventListener(type, (event) => handleEvent(event), { signal });
    listPane.addEventListener("pointerleave", () => hideMenuButton(), { signal });
    listPane.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && listPane.contains(relatedTarget))) hideMenuButton();
      },
      { signal },
    );
    return () => {
      clearTimeout(longPressTimer.current);
      listenerAbortController.abort();
    };
  }, [listPane]);

  return { row: openedMenu?.row ?? row, opened: openedMenu, open: openMenu, close: closeMenu };
}
