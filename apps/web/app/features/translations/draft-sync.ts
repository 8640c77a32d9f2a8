import type { Language } from "@kakehashi/contract/languages";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import type { TranslationDraft } from "./device-draft.ts";
import { applyServerDraft, applyWriterEdit, dismissOtherDeviceText } from "./device-draft.ts";
import { draftStorageKeyOf } from "./draft.ts";
import { createDraftSaver } from "./draft-saving.ts";
import { createDraftStore } from "./draft-store.ts";

export type DraftSynchronizer = ReturnType<typeof createDraftSync>;

/** The drafts with an open editor or unsaved text, by name. */
const draftSyncs = new Map<string, DraftSynchronizer>();

/**
 * Returns the object that synchronises a draft with the server. In each tab, a draft has only one such object. So a
 * reopened editor knows of a running save, and two editors of the same draft do not both save it.
 */
export function draftSynchronizerOf(userId: string, mid: string, language: Language): DraftSynchronizer {
  const name = draftStorageKeyOf(userId, mid, language);
  const existingSync = draftSyncs.get(name);
  existingSync?.loadNewerDraft();
  const draftSync = existingSync ?? createDraftSync(userId, mid, language);
  draftSyncs.set(name, draftSync);
  return draftSync;
}

/**
 * Synchronises one draft with the server. The browser stores each change at once. The server gets the draft when the
 * writer pauses, hides the page or closes the editor.
 */
function createDraftSync(userId: string, mid: string, language: Language) {
  const name = draftStorageKeyOf(userId, mid, language);
  const draftStore = createDraftStore(userId, mid, language);
  /** The text that is being submitted. Null if no submit is running. */
  let submittedText: string | null = null;
  /** The draft that is being submitted. Null if no submit is running, or if the writer had typed nothing. */
  let submittedDraft: TranslationDraft | null = null;
  let openEditorCount = 0;
  const draftSaving = createDraftSaver(draftStore, {
    params: { mid, language },
    isSubmitting: () => submittedText !== null,
    isOpen: () => openEditorCount > 0,
    onSaveEnd: removeSyncIfDone,
  });

  function removeSyncIfDone(): void {
    if (
      openEditorCount === 0 &&
      !draftSaving.running() &&
      submittedText === null &&
      !draftStore.get().unsaved
    )
      draftSyncs.delete(name);
  }

  function onVisibilityChange(): void {
    if (document.visibilityState === "hidden") draftSaving.save();
    else draftStore.showStored();
  }

  function onStorageEvent({ key, newValue }: StorageEvent): void {
    if (key !== name) return;
    if (newValue === null) draftStore.showEndInOtherTab();
    else draftStore.showStored();
  }

  function listenForChanges(): () => void {
    document.addEventListener("visibilitychange", onVisibilityChange);
    addEventListener("storage", onStorageEvent);
    const unsubscribers = [
      () => document.removeEventListener("visibilitychange", onVisibilityChange),
      () => removeEventListener("storage", onStorageEvent),
      onLiveConnect(() => void draftSaving.load()),
      onPersonalEvent((event) => {
        if (event.type !== "TRANSLATION_DRAFT_CHANGED") return;
        const { draft } = event;
        if (draft.message_id === mid && draft.language === language)
          draftStore.set(applyServerDraft(draftStore.get(), draft));
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }
  let stopListening = () => {};

  const draftSync = {
    get: draftStore.get,
    subscribe: draftStore.subscribe,

    /** Reads the draft from the browser's storage. Does nothing if an open editor already keeps it up to date. */
    loadNewerDraft(): void {
      if (openEditorCount === 0) draftStore.showStored();
    },

    change(draft: TranslationDraft | null): void {
      draftStore.edit(applyWriterEdit(draftStore.get(), draft, Date.now()));
      if (draftStore.get().unsaved) draftSaving.scheduleSave();
    },

    discard(): void {
      draftStore.edit(applyWriterEdit(draftStore.get(), null, Date.now()));
      draftSaving.save();
    },

    dismissOtherDeviceText(): void {
      draftStore.edit(dismissOtherDeviceText(draftStore.get(), Date.now()));
      draftSaving.save();
    },

    /**
     * Starts a submit. Wait for the returned promise before sending the submit request. The draft is not saved again
     * until `endAfterSubmit` or `continueAfterFailedSubmit` is called. Resolves with the `edited_at` of the server's
     * draft on which `text` is based, or with null if there is none.
     */
    async beginSubmit(text: string): Promise<string | null> {
      submittedText = text;
      submittedDraft = draftStore.get().draft;
      draftSaving.stopTimer();
      await draftSaving.running();
      const { draft, base } = draftStore.get();
      // If another device had saved a later text, the response to the last save has replaced the draft. The submitted
      // text is then not based on the server's draft.
      return draft === null || draft.text === text ? base : null;
    },

    endAfterSubmit(): void {
      const { draft, forgets } = draftStore.get();
      // Keep a draft that is newer than the submitted text. It may come from another tab, or from an editor that was
      // reopened during the submit.
      const isServerDraftNewer = draft !== null && draft.text !== submittedText;
      submittedText = null;
      draftSaving.stopTimer();
      draftStore.end();
      if (isServerDraftNewer) draftSync.change(draft);
      // Submitting has emptied the server's draft, but the server still has the other device's text. The writer has
      // dismissed that text, so dismiss it again.
      if (forgets) draftSync.dismissOtherDeviceText();
      removeSyncIfDone();
    },

    /** Allows saving the draft again. Call this function after a failed submit. */
    continueAfterFailedSubmit(): void {
      // Another tab or device has submitted its text in the meantime, which removed the draft in this tab. But the
      // submit of this tab has failed, so restore the draft.
      const isDraftLost =
        submittedText !== null && submittedDraft !== null && draftStore.get().draft === null;
      submittedText = null;
      if (isDraftLost) draftSync.change(submittedDraft);
      submittedDraft = null;
      if (draftStore.get().unsaved) draftSaving.scheduleSave();
      removeSyncIfDone();
    },

    /** Saves an unsaved draft whose editor is closed. */
    async saveStored(): Promise<void> {
      if (openEditorCount > 0) return;
      draftSyncs.set(name, draftSync);
      await draftSaving.load();
      await draftSaving.running();
      removeSyncIfDone();
    },

    /** Synchronises the draft with the writer's other devices, until the returned function is called. */
    follow(): () => void {
      draftSyncs.set(name, draftSync);
      if (openEditorCount++ === 0) stopListening = listenForChanges();
      draftStore.showStored();
      void draftSaving.load();
      return () => {
        draftSaving.save();
        if (--openEditorCount > 0) return;
        stopListening();
        removeSyncIfDone();
      };
    },
  };
  return draftSync;
}
