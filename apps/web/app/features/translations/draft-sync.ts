import type { Language } from "@kakehashi/contract/languages";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import { applyEdit, applyServer, forgetSetAside } from "./device-draft.ts";
import { nameOf, type TranslationDraft } from "./draft.ts";
import { createDraftSaving } from "./draft-saving.ts";
import { createDraftStore } from "./draft-store.ts";

export type DraftSync = ReturnType<typeof createDraftSync>;

/** The syncs that an editor has asked for, or whose work is not finished, by the name of their draft. */
const draftSyncs = new Map<string, DraftSync>();

/**
 * Returns the sync of a draft. A tab has only one for each draft. An editor that is closed and opened again
 * must know of a save or a submit that is still running, and two editors that appear at once must not both
 * save.
 */
export function draftSyncOf(userId: string, mid: string, language: Language): DraftSync {
  const name = nameOf(userId, mid, language);
  const known = draftSyncs.get(name);
  known?.loadNewerDraft();
  const sync = known ?? createDraftSync(userId, mid, language);
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
  /** The text that is being submitted. Null if none is. */
  let submittedText: string | null = null;
  /** The draft that is being submitted. Null if none is, or if nothing was typed. */
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

    /** Reads the browser's storage again, if no editor has followed it meanwhile. */
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
     * Call it before the text is submitted, and wait for it. Nothing is saved from then on until `endAfterSubmit` or
     * `continueAfterFailedSubmit`. Returns the time of the server's draft that `text` continues. Null if there is none.
     */
    async beginSubmit(text: string): Promise<string | null> {
      submittedText = text;
      submittedDraft = kept.get().draft;
      saving.stopTimer();
      await saving.running();
      const { draft, base } = kept.get();
      // The answer to the save may have brought the text of another device.
      return draft === null || draft.text === text ? base : null;
    },

    endAfterSubmit(): void {
      const { draft, forgets } = kept.get();
      // The editor was opened again during the submit, or another tab has typed. This text was not submitted.
      const isNewer = draft !== null && draft.text !== submittedText;
      submittedText = null;
      saving.stopTimer();
      kept.end();
      if (isNewer) sync.change(draft);
      // The server has emptied the draft and still has the text that the writer dismissed.
      if (forgets) sync.forgetSetAside();
      forgetIfDone();
    },

    /** Call it after a submit that failed. It continues to save the draft. */
    continueAfterFailedSubmit(): void {
      // Another tab or device has submitted its own text meanwhile, which ended the draft here too.
      const isLost = submittedText !== null && submittedDraft !== null && kept.get().draft === null;
      submittedText = null;
      if (isLost) sync.change(submittedDraft);
      submittedDraft = null;
      if (kept.get().unsaved) saving.saveSoon();
      forgetIfDone();
    },

    /** Saves an unsaved draft whose editor is not open. */
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
