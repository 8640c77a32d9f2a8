import type { Language } from "@kakehashi/contract/languages";
import { createStore } from "../../kit/store.ts";
import { applyOtherTab, type DeviceDraft, withoutEndedDraft } from "./device-draft.ts";
import { deleteDeviceDraft, readDeviceDraft, storeDeviceDraft } from "./draft.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Holds one draft of a translation in this tab. Each change is stored in the browser's storage at once. */
export function createDraftStore(userId: string, mid: string, language: Language) {
  const store = createStore(readDeviceDraft(userId, mid, language));
  /** The time (`editedAt`) of the last text that was typed in this tab. */
  let lastTypedAt = "";
  let timesEnded = 0;

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
     * Deletes the draft after it was submitted, or after it was discarded and its translation does not exist any more.
     */
    end(): void {
      timesEnded++;
      deleteDeviceDraft(userId, mid, language, store.get());
      setDraft(withoutEndedDraft(store.get()));
    },

    /**
     * How often this draft was submitted or deleted. If the count grows during a request, the answer to that request
     * is outdated.
     */
    endCount: () => timesEnded,

    showStored: readStoredDraft,

    /**
     * Another tab has submitted or discarded the draft. If the text was typed in that other tab, it ends here too. If
     * the text was typed in this tab, it stays.
     */
    showEndInOtherTab(): void {
      if (store.get().editedAt === lastTypedAt) readStoredDraft();
      else store.set(withoutEndedDraft(store.get()));
    },
  };
}
