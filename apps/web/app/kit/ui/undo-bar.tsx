import { useEffect, useState } from "react";
import { useStore } from "../store.ts";
import { toastError } from "../toast.ts";
import { undoableAction } from "../undo.ts";
import { Button } from "./button.tsx";
import styles from "./undo-bar.module.css";

/**
 * The bar disappears after this many milliseconds. This is longer than for a toast, because people must read and
 * decide.
 */
const undoBarMs = 10_000;

/** A bar with the last action and a button (`label`) that undoes it. It stays while it is hovered or has the focus. */
export function UndoBar({ label }: { label: string }) {
  const shownAction = useStore(undoableAction);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!shownAction || isHeld) return;
    const timer = setTimeout(() => undoableAction.set(null), undoBarMs);
    return () => clearTimeout(timer);
  }, [shownAction, isHeld]);
  // Undo works only on this page. So remove the bar when the reader leaves the page.
  useEffect(() => () => undoableAction.set(null), []);
  async function undo(): Promise<void> {
    if (!shownAction) return;
    undoableAction.set(null);
    setIsHeld(false);
    await shownAction.undo().catch(toastError);
  }
  return (
    <div role="status" aria-live="polite">
      {shownAction && (
        <p
          key={shownAction.id}
          className={styles.bar}
          onPointerEnter={() => setIsHeld(true)}
          onPointerLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
        >
          <span>{shownAction.text}</span>
          <Button size="xs" onClick={() => void undo()}>
            {label}
          </Button>
        </p>
      )}
    </div>
  );
}
