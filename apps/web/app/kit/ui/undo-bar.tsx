import { useEffect, useState } from "react";
import { useStore } from "../store.ts";
import { toastError } from "../toast.ts";
import { undoableAction } from "../undo.ts";
import { Button } from "./button.tsx";
import styles from "./undo-bar.module.css";

/**
 * How long the bar offers to undo the last action, in milliseconds. It is longer than for a toast, because people must
 * read and decide.
 */
const undoBarMs = 10_000;

/**
 * A bar that names the last action, with a button (`label`) that undoes the action. The bar stays while it has the
 * pointer or the focus.
 */
export function UndoBar({ label }: { label: string }) {
  const shownAction = useStore(undoableAction);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!shownAction || isHeld) return;
    const timer = setTimeout(() => undoableAction.set(null), undoBarMs);
    return () => clearTimeout(timer);
  }, [shownAction, isHeld]);
  // The bar is the only place to undo an action of this page. So the bar is removed when the reader leaves the page.
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
