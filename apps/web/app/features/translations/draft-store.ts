import type { Language } from "@kakehashi/contract/languages";
import { createStore } from "../../kit/store.ts";
import { applyOtherTab, type DeviceDraft, withoutEndedDraft } from "./device-draft.ts";
import { deleteDeviceDraft, readDeviceDraft, storeDeviceDraft } from "./draft.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

/** One draft as this tab knows it. The browser's storage gets each change at once. */
export function createDraftStore(userId: string, mid: string, language: Language) {
  const kept = createStore(readDeviceDraft(userId, mid, language));
  /** The `editedAt` of the last text that was typed in this tab. */
  let changedAt = "";
  let ends = 0;

  function set(next: DeviceDraft): void {
    if (next === kept.get()) return;
    kept.set(next);
    storeDeviceDraft(userId, mid, language, next);
  }

  /** Reads the browser's storage again, because another tab may have stored a draft while this tab was asleep. */
  function showStored(): void {
    kept.set(applyOtherTab(kept.get(), readDeviceDraft(userId, mid, language)));
  }

  return {
    get: kept.get,
    subscribe: kept.subscribe,
    set,

    /** Stores a change by the writer in this tab. */
    edit(next: DeviceDraft): void {
      changedAt = next.editedAt;
      set(next);
    },

    /** The draft was submitted, or it was discarded and its translation does not exist any more. */
    end(): void {
      ends++;
      deleteDeviceDraft(userId, mid, language, kept.get());
      set(withoutEndedDraft(kept.get()));
    },

    /**
     * How often this draft was submitted or deleted. If the count grows during a request, the answer to that request
     * is outdated.
     */
    endCount: () => ends,

    showStored,

    /**
     * Another tab has submitted or discarded the draft. A text that was typed in that tab ends here too, and a text
     * that was typed in this tab stays.
     */
    showEndInOtherTab(): void {
      if (kept.get().editedAt === changedAt) showStored();
      else kept.set(withoutEndedDraft(kept.get()));
    },
  };
}
