import { useEffect, useState } from "react";
import { useStoreValue } from "../store.ts";
import { toastError } from "../toast.ts";
import { shownUndoableAction } from "../undo.ts";
import { Button } from "./button.tsx";
import styles from "./undo-bar.module.css";

/**
 * The bar disappears after this many milliseconds. This is longer than for a toast, because people must read and
 * decide.
 */
const undoBarDurationMs = 10_000;

/** A bar with the last action and a button (`label`) that undoes it. It stays while it is hovered or has the focus. */
export function UndoBar({ label }: { label: string }) {
  const shownAction = useStoreValue(shownUndoableAction);
  const [isKeptVisible, setIsKeptVisible] = useState(false);
  useEffect(() => {
    if (!shownAction || isKeptVisible) return;
    const timer = setTimeout(() => shownUndoableAction.set(null), undoBarDurationMs);
    return () => clearTimeout(timer);
  }, [shownAction, isKeptVisible]);
  // Undo works only on this page. So remove the bar when the reader leaves the page.
  useEffect(() => () => shownUndoableAction.set(null), []);
  async function undoShownAction(): Promise<void> {
    if (!shownAction) return;
    shownUndoableAction.set(null);
    setIsKeptVisible(false);
    await shownAction.undo().catch(toastError);
  }
  return (
    <div role="status" aria-live="polite">
      {shownAction && (
        <p
          key={shownAction.id}
          className={styles.bar}
          onPointerEnter={() => setIsKeptVisible(true)}
          onPointerLeave={() => setIsKeptVisible(false)}
          onFocus={() => setIsKeptVisible(true)}
          onBlur={() => setIsKeptVisible(false)}
        >
          <span>{shownAction.text}</span>
          <Button size="xs" onClick={() => void undoShownAction()}>
            {label}
          </Button>
        </p>
      )}
    </div>
  );
}
