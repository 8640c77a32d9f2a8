import type { Language } from "@kakehashi/contract/languages";
import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { call } from "../../kit/api.ts";
import { ApiError, computeRetryWaitMs, isTemporaryError } from "../../kit/api-error.ts";
import { toast } from "../../kit/toast.ts";
import {
  applySaveResponse,
  applyServerDraft,
  clearSentTextRecord,
  createDraftSaveBody,
  type DeviceDraft,
  emptyDeviceDraft,
  isDraftSaved,
  recordSentText,
} from "./device-draft.ts";
import type { DraftStore } from "./draft-store.ts";

/** A draft is saved on the server this many milliseconds after the last key press. */
const saveDelayMs = 900;

interface DraftSavingOptions {
  readonly params: { mid: string; language: Language };
  /** Whether the draft's text is being submitted. Drafts are not saved during that time. */
  isSubmitting(): boolean;
  /** Whether an editor shows the draft. */
  isOpen(): boolean;
  onSaveEnd(): void;
}

/** Saves a draft on the server when the writer pauses, and loads drafts that other devices have saved. */
export function createDraftSaver(
  draftStore: DraftStore,
  { params, isSubmitting, isOpen, onSaveEnd }: DraftSavingOptions,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningSave: Promise<void> | null = null;
  let hasWarned = false;

  const stopTimer = () => clearTimeout(timer);

  function scheduleSave(delayMs = saveDelayMs): void {
    stopTimer();
    timer = setTimeout(saveDraft, delayMs);
  }

  /**
   * Saves the draft. Only one save runs at a time, because each is based on the response to the previous one. During a
   * submit, nothing is saved, because a late save would restore the submitted draft.
   */
  function saveDraft(): void {
    stopTimer();
    if (isSubmitting() || !draftStore.get().unsaved) return;
    if (runningSave) {
      scheduleSave();
      return;
    }
    // The response to the last save was lost, so load the server's draft first. The server may already have the text of
    // that save.
    if (draftStore.get().sentText !== null) return void loadServerDraft();
    const sentDraft = recordSentText(draftStore.get());
    draftStore.set(sentDraft);
    runningSave = sendDraft(sentDraft).finally(() => {
      runningSave = null;
      onSaveEnd();
    });
  }

  async function sendDraft(sentDraft: DeviceDraft): Promise<void> {
    try {
      const { data } = await call(saveTranslationDraft, { params, body: createDraftSaveBody(sentDraft) });
      // Read this device's draft after the response, because the writer may have typed in the meantime.
      draftStore.set(applySaveResponse(draftStore.get(), sentDraft, data));
    } catch (error) {
      if (isTemporaryError(error)) return retryLater(computeRetryWaitMs(error));
      draftStore.set(clearSentTextRecord(draftStore.get()));
      if (error instanceof ApiError && error.status === 404 && draftStore.get().draft === null)
        draftStore.end();
      else if (error instanceof ApiError && error.code === "TRANSLATION.TOO_MANY_DRAFTS")
        warnOnce(error.message);
    }
  }

  function retryLater(afterMs: number): void {
    stopTimer();
    // Do not retry for a closed editor. At the next connection, `saveStoredDraftsOnConnect` saves the draft.
    if (!isOpen()) return;
    timer = setTimeout(loadServerDraft, afterMs);
  }

  /** Shows the warning about the draft only at the first failed save. */
  function warnOnce(message: string): void {
    if (!hasWarned) toast(message, "error");
    hasWarned = true;
  }

  async function loadServerDraft(): Promise<void> {
    const endCountBefore = draftStore.endCount();
    const baseBeforeRequest = draftStore.get().base;
    try {
      const { data } = await call(getTranslationDraft, { params });
      if (draftStore.endCount() !== endCountBefore) return;
      if (data) draftStore.set(applyServerDraft(draftStore.get(), data));
      // The server has no draft, because it was discarded on another device. So clear it on this device, too. But if
      // this device has saved the draft during the request, the response is outdated and the draft stays.
      else if (isDraftSaved(draftStore.get()) && draftStore.get().base === baseBeforeRequest)
        draftStore.set(emptyDeviceDraft);
      if (!runningSave) draftStore.set(clearSentTextRecord(draftStore.get()));
      saveDraft();
    } catch (error) {
      // The server cannot be reached. The draft stays on this device, and an unsaved one is saved at the next attempt.
      if (isTemporaryError(error) && draftStore.get().unsaved) retryLater(computeRetryWaitMs(error));
    }
  }

  return {
    save: saveDraft,
    scheduleSave,
    load: loadServerDraft,
    stopTimer,
    /** Returns a promise that resolves when the running save ends. Null if no save is running. */
    running: () => runningSave,
  };
}
