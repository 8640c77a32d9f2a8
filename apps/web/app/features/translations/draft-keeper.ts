import type { Language } from "@kakehashi/contract/languages";
import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { call } from "../../kit/api.ts";
import { ApiError, isOutage, pauseMs } from "../../kit/api-error.ts";
import { createStore } from "../../kit/store.ts";
import { toast } from "../../kit/toast.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import {
  deleteDeviceDraft,
  nameOf,
  readDeviceDraft,
  storeDeviceDraft,
  type TranslationDraft,
} from "./draft.ts";
import {
  applyEdit,
  applyOtherTab,
  applySaved,
  applyServer,
  clearSentText,
  type DeviceDraft,
  emptyDeviceDraft,
  forgetSetAside,
  isSaved,
  markSent,
  toBody,
  withoutEndedDraft,
} from "./kept-draft.ts";

/** Milliseconds between the last key and the save on the server. */
const saveDelayMs = 900;

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
  const keeper = known ?? createDraftSync(userId, mid, language);
  draftSyncs.set(name, keeper);
  return keeper;
}

/**
 * Keeps one draft in this browser and on the server. The browser stores each change at once. The server gets it when
 * the writer pauses, hides the page or closes the editor.
 */
function createDraftSync(userId: string, mid: string, language: Language) {
  const name = nameOf(userId, mid, language);
  const kept = createStore(readDeviceDraft(userId, mid, language));
  const params = { mid, language };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | null = null;
  /** The text that is being submitted. Null if none is. */
  let submittedText: string | null = null;
  /** The draft that is being submitted. Null if none is, or if nothing was typed. */
  let submittedDraft: TranslationDraft | null = null;
  let wasWarned = false;
  let followers = 0;
  /** When the text was last changed in this tab. */
  let changedAt = "";
  /** Grows when the draft was submitted or deleted. An answer to an earlier request then says nothing new. */
  let ends = 0;

  function setDraft(next: DeviceDraft): void {
    if (next === kept.get()) return;
    kept.set(next);
    storeDeviceDraft(userId, mid, language, next);
  }

  function edit(next: DeviceDraft): void {
    changedAt = next.editedAt;
    setDraft(next);
  }

  /** The draft was submitted, or it was discarded and its translation does not exist any more. */
  function endDraft(): void {
    ends++;
    deleteDeviceDraft(userId, mid, language, kept.get());
    setDraft(withoutEndedDraft(kept.get()));
  }

  function saveSoon(afterMs = saveDelayMs): void {
    clearTimeout(timer);
    timer = setTimeout(save, afterMs);
  }

  /**
   * Runs one save at a time, because each save is based on the answer to the one before. During a submit it saves
   * nothing: a save that arrives after the submit would restore the draft.
   */
  function save(): void {
    clearTimeout(timer);
    if (submittedText !== null || !kept.get().unsaved) return;
    if (saving) {
      saveSoon();
      return;
    }
    // The server may have got the last save although its answer was lost.
    if (kept.get().sentText !== null) return void load();
    const sent = markSent(kept.get());
    setDraft(sent);
    saving = send(sent).finally(() => {
      saving = null;
      forgetIfDone();
    });
  }

  async function send(sent: DeviceDraft): Promise<void> {
    try {
      const { data } = await call(saveTranslationDraft, { params, body: toBody(sent) });
      // Read the draft only now, because the writer may have typed during the request.
      setDraft(applySaved(kept.get(), sent, data));
    } catch (error) {
      if (isOutage(error)) return retry(pauseMs(error));
      setDraft(clearSentText(kept.get()));
      if (error instanceof ApiError && error.status === 404 && kept.get().draft === null) endDraft();
      else if (error instanceof ApiError && error.code === "TRANSLATION.TOO_MANY_DRAFTS") warn(error.message);
    }
  }

  function retry(afterMs: number): void {
    clearTimeout(timer);
    // The editor is closed. The draft is saved with the next connection (`saveStoredDrafts`).
    if (followers === 0) return;
    timer = setTimeout(load, afterMs);
  }

  /** Shows the warning once, not at each save. */
  function warn(message: string): void {
    if (!wasWarned) toast(message, "error");
    wasWarned = true;
  }

  async function load(): Promise<void> {
    const endsBefore = ends;
    try {
      const { data } = await call(getTranslationDraft, { params });
      if (ends !== endsBefore) return;
      if (data) setDraft(applyServer(kept.get(), data));
      // It was discarded on another device, so long ago that the server has forgotten it.
      else if (isSaved(kept.get())) setDraft(emptyDeviceDraft);
      if (!saving) setDraft(clearSentText(kept.get()));
      save();
    } catch (error) {
      // The server cannot be reached. This device's draft stays, and an unsaved one is tried again.
      if (isOutage(error) && kept.get().unsaved) retry(pauseMs(error));
    }
  }

  /** Another tab may have stored something while this one was asleep. */
  function showStored(): void {
    kept.set(applyOtherTab(kept.get(), readDeviceDraft(userId, mid, language)));
  }

  function handleVisibility(): void {
    if (document.visibilityState === "hidden") save();
    else showStored();
  }

  function forgetIfDone(): void {
    if (followers === 0 && !saving && submittedText === null && !kept.get().unsaved) draftSyncs.delete(name);
  }

  function handleStorage({ key, newValue }: StorageEvent): void {
    if (key !== name) return;
    // The other tab has submitted or discarded its text. One that was typed here stays.
    if (newValue === null && kept.get().editedAt !== changedAt) kept.set(withoutEndedDraft(kept.get()));
    else showStored();
  }

  function listen(): () => void {
    document.addEventListener("visibilitychange", handleVisibility);
    addEventListener("storage", handleStorage);
    const unsubscribes = [
      () => document.removeEventListener("visibilitychange", handleVisibility),
      () => removeEventListener("storage", handleStorage),
      onLiveConnect(() => void load()),
      onPersonalEvent((event) => {
        if (event.type !== "TRANSLATION_DRAFT_CHANGED") return;
        const { draft } = event;
        if (draft.message_id === mid && draft.language === language) setDraft(applyServer(kept.get(), draft));
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }
  let stopListening = () => {};

  const keeper = {
    get: kept.get,
    subscribe: kept.subscribe,

    /** Reads the browser's storage again, if no editor has followed it meanwhile. */
    loadNewerDraft(): void {
      if (followers === 0) showStored();
    },

    change(draft: TranslationDraft | null): void {
      edit(applyEdit(kept.get(), draft, Date.now()));
      if (kept.get().unsaved) saveSoon();
    },

    discard(): void {
      edit(applyEdit(kept.get(), null, Date.now()));
      save();
    },

    forgetSetAside(): void {
      edit(forgetSetAside(kept.get(), Date.now()));
      save();
    },

    /**
     * Call it before the text is submitted, and wait for it. Nothing is saved from then on until `submitted` or `goOn`.
     * Returns the time of the server's draft that `text` continues. Null if there is none.
     */
    async beginSubmit(text: string): Promise<string | null> {
      submittedText = text;
      submittedDraft = kept.get().draft;
      clearTimeout(timer);
      await saving;
      const { draft, base } = kept.get();
      // The answer to the save may have brought the text of another device.
      return draft === null || draft.text === text ? base : null;
    },

    endAfterSubmit(): void {
      const { draft, forgets } = kept.get();
      // The editor was opened again during the submit, or another tab has typed. This text was not submitted.
      const isNewer = draft !== null && draft.text !== submittedText;
      submittedText = null;
      clearTimeout(timer);
      endDraft();
      if (isNewer) keeper.change(draft);
      // The server has emptied the draft and still has the text that the writer dismissed.
      if (forgets) keeper.forgetSetAside();
      forgetIfDone();
    },

    /** Call it after a submit that failed. It continues to save the draft. */
    continueAfterFailedSubmit(): void {
      // Another tab or device has submitted its own text meanwhile, which ended the draft here too.
      const isLost = submittedText !== null && submittedDraft !== null && kept.get().draft === null;
      submittedText = null;
      if (isLost) keeper.change(submittedDraft);
      submittedDraft = null;
      if (kept.get().unsaved) saveSoon();
      forgetIfDone();
    },

    /** Saves an unsaved draft whose editor is not open. */
    async saveStored(): Promise<void> {
      if (followers > 0) return;
      draftSyncs.set(name, keeper);
      await load();
      await saving;
      forgetIfDone();
    },

    /** Keeps the draft equal on all of the writer's devices, until the returned function is called. */
    follow(): () => void {
      draftSyncs.set(name, keeper);
      if (followers++ === 0) stopListening = listen();
      showStored();
      void load();
      return () => {
        save();
        if (--followers > 0) return;
        stopListening();
        forgetIfDone();
      };
    },
  };
  return keeper;
}
