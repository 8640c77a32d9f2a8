import { notifyManager } from "@tanstack/react-query";
import { useState } from "react";

/**
 * A value that is saved as soon as it is changed, such as a switch. From the press on, the new value is
 * shown: a controlled checkbox would otherwise jump back for a moment. If saving fails, the old value is
 * shown again; `save` tells the person why. Changes during a save are ignored.
 */
export function useOptimisticValue<T>(savedValue: T, save: (value: T) => Promise<unknown>) {
  const [saving, setSaving] = useState<{ value: T } | null>(null);
  async function change(value: T): Promise<void> {
    if (saving) return;
    setSaving({ value });
    try {
      await save(value);
    } catch {
      // `save` has already shown the error.
    } finally {
      // React Query tells components about the saved value through this queue. Scheduling here makes this update come
      // after it, so that the old value is not shown in between.
      notifyManager.schedule(() => setSaving(null));
    }
  }
  return { value: saving ? saving.value : savedValue, isSaving: saving !== null, change };
}
