import type { Language } from "@kakehashi/contract/languages";
import { createValueStore } from "../../kit/store.ts";
import { applyDraftOfOtherTab, type DeviceDraft, keepOnlySetAsideText } from "./device-draft.ts";
import { deleteDeviceDraft, readDeviceDraft, storeDeviceDraft } from "./draft.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Holds a translation's draft in this tab. Each change is also written to the browser's storage at once. */
export function createDraftStore(userId: string, mid: string, language: Language) {
  const draftStore = createValueStore(readDeviceDraft(userId, mid, language));
  /** The `editedAt` of the last text that was typed in this tab. */
  let lastTypedAt = "";
  let endedDraftCount = 0;

  function setDraft(newDraft: DeviceDraft): void {
    if (newDraft === draftStore.get()) return;
    draftStore.set(newDraft);
    storeDeviceDraft(userId, mid, language, newDraft);
  }

  /** Reads the draft from the browser's storage, because another tab may have changed it while this tab was asleep. */
  function readStoredDraft(): void {
    draftStore.set(applyDraftOfOtherTab(draftStore.get(), readDeviceDraft(userId, mid, language)));
  }

  return {
    get: draftStore.get,
    subscribe: draftStore.subscribe,
    set: setDraft,

    /** Stores the writer's change of the draft. */
    edit(newDraft: DeviceDraft): void {
      lastTypedAt = newDraft.editedAt;
      setDraft(newDraft);
    },

    /**
     * Deletes the draft, because it was submitted, or because it was discarded and its translation no longer exists.
     */
    end(): void {
      endedDraftCount++;
      deleteDeviceDraft(userId, mid, language, draftStore.get());
      setDraft(keepOnlySetAsideText(draftStore.get()));
    },

    /**
     * How often this draft was submitted or deleted. If this number grows during a request, the response is outdated.
     */
    endCount: () => endedDraftCount,

    showStored: readStoredDraft,

    /**
     * Called when another tab has submitted or discarded the draft. If the draft's text was typed in that tab, the text
     * is deleted in this tab as well. If it was typed in this tab, it stays.
     */
    showEndInOtherTab(): void {
      if (draftStore.get().editedAt === lastTypedAt) readStoredDraft();
      else draftStore.set(keepOnlySetAsideText(draftStore.get()));
    },
  };
}
