import type { Language } from "@kakehashi/contract/languages";
import { createStore } from "../../kit/store.ts";
import { applyOtherTab, type DeviceDraft, withoutEndedDraft } from "./device-draft.ts";
import { deleteDeviceDraft, readDeviceDraft, storeDeviceDraft } from "./draft.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

/** One draft in this tab. The browser stores each change at once. */
export function createDraftStore(userId: string, mid: string, language: Language) {
  const kept = createStore(readDeviceDraft(userId, mid, language));
  /** When the text was last changed in this tab. */
  let changedAt = "";
  let ends = 0;

  function set(next: DeviceDraft): void {
    if (next === kept.get()) return;
    kept.set(next);
    storeDeviceDraft(userId, mid, language, next);
  }

  /** Another tab may have stored something while this one was asleep. */
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

    /** Grows when the draft was submitted or deleted. An answer to an earlier request then says nothing new. */
    endCount: () => ends,

    showStored,

    /** Another tab has submitted or discarded its text. One that was typed here stays. */
    showEndInOtherTab(): void {
      if (kept.get().editedAt === changedAt) showStored();
      else kept.set(withoutEndedDraft(kept.get()));
    },
  };
}
