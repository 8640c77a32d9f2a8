import { type FocusEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { onLongPress } from "../../../kit/long-press.ts";
import { reportHover } from "./follow-hover.ts";

interface Options {
  /** Whether the reader can act on the message now. If not, the row never shows its actions. */
  canAct: boolean;
  isEditing: boolean;
}

/**
 * Whether a row is pointed at (by the mouse or the keyboard focus) or was pressed by a finger, and the event handlers
 * that find out.
 */
export function useActiveRow({ canAct, isEditing }: Options) {
  const [active, setActive] = useState<"pointed" | "touched" | null>(null);
  const pressTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancelPress = () => clearTimeout(pressTimer.current);
  // The sheet of a message that was pressed by a finger takes the focus from the row. The row stays active until the
  // sheet closes.
  const setIsPointed = (isPointed: boolean) =>
    setActive((now) => (now === "touched" ? now : isPointed ? "pointed" : null));
  /** React events also bubble from dialogs that the row opened, although they are elsewhere in the document. */
  const isTouchInside = (pointerType: string, row: Element, target: EventTarget) =>
    pointerType === "touch" && canAct && row.contains(target as Node);

  return {
    active,
    deactivate: () => setActive(null),
    handlers: {
      onPointerOver: (event: PointerEvent) => reportHover(event, setIsPointed),
      onPointerLeave: cancelPress,
      onPointerDown({ pointerType, currentTarget, target }: PointerEvent) {
        if (isTouchInside(pointerType, currentTarget, target))
          pressTimer.current = onLongPress(() => setActive("touched"));
      },
      /** Prevents the browser's long-press menu, which would cover the sheet. Text inside the sheet keeps it. */
      onContextMenu(event: MouseEvent) {
        const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
        if (isTouchInside(pointerType, event.currentTarget, event.target)) event.preventDefault();
      },
      onPointerUp({ pointerType }: PointerEvent) {
        if (pointerType === "touch") cancelPress();
      },
      onPointerCancel: cancelPress,
      /**
       * Shows the toolbar when the keyboard moves the focus to the row. A tap also moves the focus, but does not
       * match `:focus-visible`. While the message is edited no toolbar is shown, because it would remove the edit box
       * without asking. In a form none is shown either: a tap on a text field matches `:focus-visible`, and the
       * toolbar would cover the translation that is written there.
       */
      onFocus({ target }: FocusEvent) {
        if (!isEditing && target.matches(":focus-visible"))
          setIsPointed(!target.closest("[data-focus-layer]"));
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) setIsPointed(false);
      },
    },
  };
}
