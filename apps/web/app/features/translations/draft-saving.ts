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
  /** Whether the draft's text is being submitted now. While it is, nothing is saved. */
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

  function scheduleSave(afterMs = saveDelayMs): void {
    stopTimer();
    timer = setTimeout(save, afterMs);
  }

  /**
   * Saves the draft, one save at a time, because each save is based on the answer to the save before. Saves nothing
   * during a submit, because a save that arrived after the submit would restore the draft.
   */
  function save(): void {
    stopTimer();
    if (isSubmitting() || !draft.get().unsaved) return;
    if (runningSave) {
      scheduleSave();
      return;
    }
    // The answer to the last save was lost, but the server may have stored its text. So ask the server first.
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
    // Do not retry if the editor is closed. `saveStoredDraftsOnConnect` saves the draft at the next connection.
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
      // The server has no draft, because it was discarded on another device long ago. So empty the draft here, unless
      // it was saved during this request: then the answer is older than that save.
      else if (isSaved(draft.get()) && draft.get().base === baseBeforeRequest) draft.set(emptyDeviceDraft);
      if (!runningSave) draft.set(clearSentText(draft.get()));
      save();
    } catch (error) {
      // If the server cannot be reached, this device keeps its draft. An unsaved draft is saved at the next try.
      if (isOutage(error) && draft.get().unsaved) retry(waitMsAfterError(error));
    }
  }

  return {
    save,
    scheduleSave,
    load: loadServerDraft,
    stopTimer,
    /** Returns a promise that resolves when the running save has its answer. Null if no save is running. */
    running: () => runningSave,
  };
}
