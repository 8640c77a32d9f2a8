import type { Language } from "@kakehashi/contract/languages";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import { applyEdit, applyServer, forgetSetAside } from "./device-draft.ts";
import { nameOf, type TranslationDraft } from "./draft.ts";
import { createDraftSaving } from "./draft-saving.ts";
import { createDraftStore } from "./draft-store.ts";

export type DraftSync = ReturnType<typeof createDraftSync>;

/** The syncs that an open editor uses or that still have work to do, by the name of their draft. */
const draftSyncs = new Map<string, DraftSync>();

/**
 * Returns the sync of a draft. A tab has only one for each draft. An editor that is closed and opened again
 * must know of a save or a submit that is still running, and two editors that appear at once must not both
 * save.
 */
export function draftSyncOf(userId: string, mid: string, language: Language): DraftSync {
  const name = nameOf(userId, mid, language);
  const existingSync = draftSyncs.get(name);
  existingSync?.loadNewerDraft();
  const sync = existingSync ?? createDraftSync(userId, mid, language);
  draftSyncs.set(name, sync);
  return sync;
}

/**
 * Keeps one draft in this browser and on the server. The browser stores each change at once. The server gets it when
 * the writer pauses, hides the page or closes the editor.
 */
function createDraftSync(userId: string, mid: string, language: Language) {
  const name = nameOf(userId, mid, language);
  const kept = createDraftStore(userId, mid, language);
  /** The text that is being submitted. Null if no submit is running. */
  let submittedText: string | null = null;
  /** The draft that is being submitted. Null if no submit is running, or if the writer had typed nothing. */
  let submittedDraft: TranslationDraft | null = null;
  let followers = 0;
  const saving = createDraftSaving(kept, {
    params: { mid, language },
    isSubmitting: () => submittedText !== null,
    isOpen: () => followers > 0,
    onSaveEnd: forgetIfDone,
  });

  function forgetIfDone(): void {
    if (followers === 0 && !saving.running() && submittedText === null && !kept.get().unsaved)
      draftSyncs.delete(name);
  }

  function handleVisibility(): void {
    if (document.visibilityState === "hidden") saving.save();
    else kept.showStored();
  }

  function handleStorage({ key, newValue }: StorageEvent): void {
    if (key !== name) return;
    if (newValue === null) kept.showEndInOtherTab();
    else kept.showStored();
  }

  function listen(): () => void {
    document.addEventListener("visibilitychange", handleVisibility);
    addEventListener("storage", handleStorage);
    const unsubscribes = [
      () => document.removeEventListener("visibilitychange", handleVisibility),
      () => removeEventListener("storage", handleStorage),
      onLiveConnect(() => void saving.load()),
      onPersonalEvent((event) => {
        if (event.type !== "TRANSLATION_DRAFT_CHANGED") return;
        const { draft } = event;
        if (draft.message_id === mid && draft.language === language) kept.set(applyServer(kept.get(), draft));
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }
  let stopListening = () => {};

  const sync = {
    get: kept.get,
    subscribe: kept.subscribe,

    /** Reads the draft from the browser's storage again, unless an open editor keeps the draft up to date already. */
    loadNewerDraft(): void {
      if (followers === 0) kept.showStored();
    },

    change(draft: TranslationDraft | null): void {
      kept.edit(applyEdit(kept.get(), draft, Date.now()));
      if (kept.get().unsaved) saving.saveSoon();
    },

    discard(): void {
      kept.edit(applyEdit(kept.get(), null, Date.now()));
      saving.save();
    },

    forgetSetAside(): void {
      kept.edit(forgetSetAside(kept.get(), Date.now()));
      saving.save();
    },

    /**
     * Prepares a submit. Call it before the text is submitted, and wait for its result. From then on nothing is saved
     * until `endAfterSubmit` or `continueAfterFailedSubmit`. Returns the `edited_at` of the server's draft on which
     * `text` is based. Null if the server has no such draft.
     */
    async beginSubmit(text: string): Promise<string | null> {
      submittedText = text;
      submittedDraft = kept.get().draft;
      saving.stopTimer();
      await saving.running();
      const { draft, base } = kept.get();
      // The answer to the last save may have brought a text that another device saved.
      return draft === null || draft.text === text ? base : null;
    },

    endAfterSubmit(): void {
      const { draft, forgets } = kept.get();
      // The draft has a newer text than the one that was submitted, because the editor was opened again during the
      // submit, or another tab was used. Keep the newer text.
      const isNewer = draft !== null && draft.text !== submittedText;
      submittedText = null;
      saving.stopTimer();
      kept.end();
      if (isNewer) sync.change(draft);
      // The submit has emptied the server's draft, but the server still has the set-aside text that the writer
      // dismissed. Dismiss it again.
      if (forgets) sync.forgetSetAside();
      forgetIfDone();
    },

    /** Call it after a submit that failed. The draft is saved again from then on. */
    continueAfterFailedSubmit(): void {
      // During the submit, another tab or device has submitted its own text, which ended the draft on this device
      // too. Restore the draft.
      const isLost = submittedText !== null && submittedDraft !== null && kept.get().draft === null;
      submittedText = null;
      if (isLost) sync.change(submittedDraft);
      submittedDraft = null;
      if (kept.get().unsaved) saving.saveSoon();
      forgetIfDone();
    },

    /** Saves a draft that is not saved on the server yet and whose editor is not open. */
    async saveStored(): Promise<void> {
      if (followers > 0) return;
      draftSyncs.set(name, sync);
      await saving.load();
      await saving.running();
      forgetIfDone();
    },

    /** Keeps the draft equal on all of the writer's devices, until the returned function is called. */
    follow(): () => void {
      draftSyncs.set(name, sync);
      if (followers++ === 0) stopListening = listen();
      kept.showStored();
      void saving.load();
      return () => {
        saving.save();
        if (--followers > 0) return;
        stopListening();
        forgetIfDone();
      };
    },
  };
  return sync;
}
