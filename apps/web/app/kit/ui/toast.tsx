import { useEffect } from "react";
import { useStore } from "../store.ts";
import { shownToast } from "../toast.ts";
import { useErrorText } from "./states.tsx";
import styles from "./toast.module.css";

/** How long a toast stays, in milliseconds (docs/rules.md). */
const stay = 2000;

/** Shows toasts. Render it once. The region always exists, so that screen readers announce new toasts. */
export function Toasts() {
  const shown = useStore(shownToast);
  const textOf = useErrorText();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => shownToast.set(null), stay);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <p key={shown.id} className={styles.toast} data-tone={shown.tone}>
          {"text" in shown ? shown.text : textOf(shown.error)}
        </p>
      )}
    </div>
  );
}
