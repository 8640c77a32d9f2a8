import type { Language } from "@kakehashi/contract/languages";
import { createStore } from "../../kit/store.ts";
import { applyOtherTab, type DeviceDraft, withoutEndedDraft } from "./device-draft.ts";
import { deleteDeviceDraft, readDeviceDraft, storeDeviceDraft } from "./draft.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Holds one draft of a translation in this tab. The browser's storage gets each change at once. */
export function createDraftStore(userId: string, mid: string, language: Language) {
  const store = createStore(readDeviceDraft(userId, mid, language));
  /** The time (`editedAt`) of the last text that was typed in this tab. */
  let lastTypedAt = "";
  let endedDraftCount = 0;

  function setDraft(next: DeviceDraft): void {
    if (next === store.get()) return;
    store.set(next);
    storeDeviceDraft(userId, mid, language, next);
  }

  /**
   * Reads the draft from the browser's storage again, because another tab may have stored a draft while this tab was
   * asleep.
   */
  function readStoredDraft(): void {
    store.set(applyOtherTab(store.get(), readDeviceDraft(userId, mid, language)));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    set: setDraft,

    /** Stores a change that the writer made to the draft in this tab. */
    edit(next: DeviceDraft): void {
      lastTypedAt = next.editedAt;
      setDraft(next);
    },

    /**
     * Deletes the draft after it was submitted. Also deletes a discarded draft whose translation does not exist any
     * more.
     */
    end(): void {
      endedDraftCount++;
      deleteDeviceDraft(userId, mid, language, store.get());
      setDraft(withoutEndedDraft(store.get()));
    },

    /**
     * How often this draft was submitted or deleted. If the number has grown during a request, the answer to that
     * request is outdated.
     */
    endCount: () => endedDraftCount,

    showStored: readStoredDraft,

    /**
     * Call it when another tab has submitted or discarded the draft. A text that was typed in the other tab ends here
     * as well. A text that was typed in this tab stays.
     */
    showEndInOtherTab(): void {
      if (store.get().editedAt === lastTypedAt) readStoredDraft();
      else store.set(withoutEndedDraft(store.get()));
    },
  };
}
