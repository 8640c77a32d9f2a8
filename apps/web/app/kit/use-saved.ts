import { notifyManager } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Holds a value that is saved as soon as it changes, such as a switch. The new value is visible at once, because a
 * controlled checkbox would otherwise jump back for a moment. If saving fails, the old value returns, and `saveValue` must
 * tell the person why. While a change is being saved, further changes are ignored.
 */
export function useOptimisticValue<T>(savedValue: T, saveValue: (value: T) => Promise<unknown>) {
  const [valueBeingSaved, setValueBeingSaved] = useState<{ value: T } | null>(null);
  async function change(value: T): Promise<void> {
    if (valueBeingSaved) return;
    setValueBeingSaved({ value });
    try {
      await saveValue(value);
    } catch {
      // Ignore the error, because `saveValue` has already shown it.
    } finally {
      // React Query tells components about the saved value in this queue. Wait in the same queue, so that the saved
      // value arrives first, and the old value does not appear in between.
      notifyManager.schedule(() => setValueBeingSaved(null));
    }
  }
  return {
    value: valueBeingSaved ? valueBeingSaved.value : savedValue,
    isSaving: valueBeingSaved !== null,
    change,
  };
}
