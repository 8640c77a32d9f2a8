import type { Language } from "@kakehashi/contract/languages";
import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { call } from "../../kit/api.ts";
import { ApiError, isOutage, waitMsAfterError } from "../../kit/api-error.ts";
import { toast } from "../../kit/toast.ts";
import {
  applySaveAnswer,
  applyServerDraft,
  clearSentText,
  type DeviceDraft,
  emptyDeviceDraft,
  isSaved,
  markSent,
  toBody,
} from "./device-draft.ts";
import type { DraftStore } from "./draft-store.ts";

/** Milliseconds between the last key and the save on the server. */
const saveDelayMs = 900;

interface DraftSavingOptions {
  readonly params: { mid: string; language: Language };
  /** Whether the draft's text is being submitted. */
  isSubmitting(): boolean;
  /** Whether an editor shows the draft. */
  isOpen(): boolean;
  onSaveEnd(): void;
}

/**
 * Saves one draft on the server when the writer pauses, and reads the texts that other devices have saved on the
 * server.
 */
export function createDraftSaving(
  draft: DraftStore,
  { params, isSubmitting, isOpen, onSaveEnd }: DraftSavingOptions,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningSave: Promise<void> | null = null;
  let hasWarned = false;

  const stopTimer = () => clearTimeout(timer);

  function saveSoon(afterMs = saveDelayMs): void {
    stopTimer();
    timer = setTimeout(save, afterMs);
  }

  /**
   * Runs one save at a time, because each save is based on the answer to the one before. During a submit it saves
   * nothing: a save that arrives after the submit would restore the draft.
   */
  function save(): void {
    stopTimer();
    if (isSubmitting() || !draft.get().unsaved) return;
    if (runningSave) {
      saveSoon();
      return;
    }
    // The server may have got the last save although its answer was lost.
    if (draft.get().sentText !== null) return void loadServerDraft();
    const sentDraft = markSent(draft.get());
    draft.set(sentDraft);
    runningSave = send(sentDraft).finally(() => {
      runningSave = null;
      onSaveEnd();
    });
  }

  async function send(sent: DeviceDraft): Promise<void> {
    try {
      const { data } = await call(saveTranslationDraft, { params, body: toBody(sent) });
      // Read the draft of this device only after the answer, because the writer may have typed during the request.
      draft.set(applySaveAnswer(draft.get(), sent, data));
    } catch (error) {
      if (isOutage(error)) return retry(waitMsAfterError(error));
      draft.set(clearSentText(draft.get()));
      if (error instanceof ApiError && error.status === 404 && draft.get().draft === null) draft.end();
      else if (error instanceof ApiError && error.code === "TRANSLATION.TOO_MANY_DRAFTS")
        warnOnce(error.message);
    }
  }

  function retry(afterMs: number): void {
    stopTimer();
    // The editor is closed. The draft is saved with the next connection (`saveStoredDraftsOnConnect`).
    if (!isOpen()) return;
    timer = setTimeout(loadServerDraft, afterMs);
  }

  /** Shows a warning about the draft once, and not at each save. */
  function warnOnce(message: string): void {
    if (!hasWarned) toast(message, "error");
    hasWarned = true;
  }

  async function loadServerDraft(): Promise<void> {
    const endCountBefore = draft.endCount();
    const baseBeforeRequest = draft.get().base;
    try {
      const { data } = await call(getTranslationDraft, { params });
      if (draft.endCount() !== endCountBefore) return;
      if (data) draft.set(applyServerDraft(draft.get(), data));
      // The server has no draft: it was discarded on another device, so long ago that the server has forgotten that.
      // If the draft was saved during this request, the answer is older than that save.
      else if (isSaved(draft.get()) && draft.get().base === baseBeforeRequest) draft.set(emptyDeviceDraft);
      if (!runningSave) draft.set(clearSentText(draft.get()));
      save();
    } catch (error) {
      // The server cannot be reached. This device keeps its draft. If the draft is not saved yet, try again later.
      if (isOutage(error) && draft.get().unsaved) retry(waitMsAfterError(error));
    }
  }

  return {
    save,
    saveSoon,
    load: loadServerDraft,
    stopTimer,
    /** Resolves when the running save of the draft has its answer. Null if no save is running. */
    running: () => runningSave,
  };
}
