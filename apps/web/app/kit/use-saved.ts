import { notifyManager } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Holds a value that is saved as soon as it changes, such as a switch. The new value is visible at once, because a
 * controlled checkbox would otherwise jump back for a moment. If saving fails, the old value returns, and `save` must
 * tell the person why. While a change is being saved, further changes are ignored.
 */
export function useOptimisticValue<T>(savedValue: T, save: (value: T) => Promise<unknown>) {
  const [savingValue, setSavingValue] = useState<{ value: T } | null>(null);
  async function change(value: T): Promise<void> {
    if (savingValue) return;
    setSavingValue({ value });
    try {
      await save(value);
    } catch {
      // Ignore the error, because `save` has already shown it.
    } finally {
      // React Query tells components about the saved value in this queue. Wait in the same queue, so that the saved
      // value arrives first, and the old value does not appear in between.
      notifyManager.schedule(() => setSavingValue(null));
    }
  }
  return { value: savingValue ? savingValue.value : savedValue, isSaving: savingValue !== null, change };
}
