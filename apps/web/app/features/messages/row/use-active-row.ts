import { type FocusEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { startLongPressTimer } from "../../../kit/long-press.ts";
import { reportHover } from "./follow-hover.ts";

interface ActiveRowOptions {
  /** Whether the reader can act on the message now. If not, the row shows no toolbar and no sheet. */
  canAct: boolean;
  isEditing: boolean;
}

/**
 * Returns whether a row is active, and the event handlers that update this state. A row is active while the mouse or
 * the keyboard focus is on it, or after a finger has pressed it.
 */
export function useRowActivation({ canAct, isEditing }: ActiveRowOptions) {
  const [activationCause, setActiveBy] = useState<"pointed" | "touched" | null>(null);
  const pressTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancelPress = () => clearTimeout(pressTimer.current);
  // A row that a finger has pressed stays active until its sheet closes, although the sheet has the focus.
  const changePointed = (isPointed: boolean) =>
    setActiveBy((now) => (now === "touched" ? now : isPointed ? "pointed" : null));
  /**
   * Whether a finger touches the row itself and the reader can act on the message. Events from dialogs that the row
   * opened do not count. React passes them to the row, although the dialogs are elsewhere in the DOM.
   */
  const isTouchInside = (pointerType: string, row: Element, target: EventTarget) =>
    pointerType === "touch" && canAct && row.contains(target as Node);

  return {
    active: activationCause,
    deactivate: () => setActiveBy(null),
    handlers: {
      onPointerOver: (event: PointerEvent) => reportHover(event, changePointed),
      onPointerLeave: cancelPress,
      onPointerDown({ pointerType, currentTarget, target }: PointerEvent) {
        if (isTouchInside(pointerType, currentTarget, target))
          pressTimer.current = startLongPressTimer(() => setActiveBy("touched"));
      },
      /** Prevents the browser's long-press menu, which would cover the sheet. Text inside the sheet keeps that menu. */
      onContextMenu(event: MouseEvent) {
        const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
        if (isTouchInside(pointerType, event.currentTarget, event.target)) event.preventDefault();
      },
      onPointerUp({ pointerType }: PointerEvent) {
        if (pointerType === "touch") cancelPress();
      },
      onPointerCancel: cancelPress,
      /**
       * Activates the row when it gets the keyboard focus, so that its toolbar appears. A tap does not match
       * `:focus-visible`. While the message is being edited, nothing changes, because the toolbar would remove the edit
       * box. No toolbar appears while the focus is in a form, such as a translation editor, because it would cover the
       * form.
       */
      onFocus({ target }: FocusEvent) {
        if (!isEditing && target.matches(":focus-visible"))
          changePointed(!target.closest("[data-focus-layer]"));
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) changePointed(false);
      },
    },
  };
}
