import { notifyManager } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Holds a value that is saved as soon as it is changed, such as a switch. The new value is shown from the press on,
 * because a controlled checkbox would otherwise jump back for a moment. If saving fails, the old value is shown again,
 * and `save` tells the person why. Changes during a save are ignored.
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
      // React Query tells components about the saved value through this queue. Use the same queue, so that the saved
      // value comes first and the old value is not shown in between.
      notifyManager.schedule(() => setSavingValue(null));
    }
  }
  return { value: savingValue ? savingValue.value : savedValue, isSaving: savingValue !== null, change };
}
