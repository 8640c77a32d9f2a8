import type { Language } from "@kakehashi/contract/languages";
import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { call } from "../../kit/api.ts";
import { ApiError, isOutage, pauseMs } from "../../kit/api-error.ts";
import { createStore } from "../../kit/store.ts";
import { toast } from "../../kit/toast.ts";
import { onLiveConnect, onLiveEvent } from "../live/connection.ts";
import { dropDraft, keepDraft, keptOf, type TranslationDraft } from "./draft.ts";
import {
  applySaved,
  applyServer,
  editKept,
  forgetSetAside,
  type KeptDraft,
  nothingKept,
} from "./kept-draft.ts";

/** Milliseconds between the last key and the save on the server. */
const saveDelayMs = 900;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/**
 * Keeps one draft in this browser and on the server. The browser stores each change at once. The server gets it when
 * the writer pauses, hides the page or closes the editor.
 */
export function createDraftKeeper(userId: string, mid: string, language: Language) {
  const kept = createStore(keptOf(userId, mid, language));
  const params = { mid, language };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | null = null;
  let wasWarned = false;
  let hasEnded = false;

  function set(next: KeptDraft): void {
    if (next === kept.get()) return;
    kept.set(next);
    keepDraft(userId, mid, language, next);
  }

  function drop(): void {
    kept.set(nothingKept);
    dropDraft(userId, mid, language);
  }

  function saveSoon(afterMs = saveDelayMs): void {
    clearTimeout(timer);
    timer = setTimeout(save, afterMs);
  }

  /** Runs one save at a time, because each save is based on the answer to the one before. */
  function save(): void {
    clearTimeout(timer);
    if (!kept.get().unsaved) return;
    if (saving) {
      saveSoon();
      return;
    }
    saving = send(kept.get()).finally(() => {
      saving = null;
    });
  }

  async function send(sent: KeptDraft): Promise<void> {
    const { draft, editedAt, base, forgets } = sent;
    const body = {
      content: draft?.text ?? "",
      version: draft?.version ?? 0,
      revision: draft?.revision ?? 1,
      from_memory: draft?.fromMemory === true,
      edited_at: editedAt,
      ...(base !== null && { base }),
      forget_set_aside: forgets,
    };
    try {
      const { data } = await call(saveTranslationDraft, { params, body });
      // Read the draft only now, because the writer may have typed during the request.
      set(applySaved(kept.get(), sent, data));
    } catch (error) {
      if (isOutage(error)) retry(pauseMs(error));
      // The translation does not exist any more, so an empty draft need not be saved.
      else if (error instanceof ApiError && error.status === 404 && draft === null) drop();
      else if (error instanceof ApiError && error.code === "TRANSLATION.TOO_MANY_DRAFTS") warn(error.message);
    }
  }

  /** Reads the server's draft before it saves again. The server may have got the save although its answer was lost. */
  function retry(afterMs: number): void {
    clearTimeout(timer);
    // The editor is closed. It loads the draft again when it opens.
    if (hasEnded) return;
    timer = setTimeout(load, afterMs);
  }

  /** Shows the warning once, not at each save. */
  function warn(message: string): void {
    if (!wasWarned) toast(message, "error");
    wasWarned = true;
  }

  function load(): void {
    void call(getTranslationDraft, { params }).then(
      ({ data }) => {
        if (data) set(applyServer(kept.get(), data));
        save();
      },
      // The server cannot be reached. This device's draft stays, and an unsaved one is tried again.
      (error: unknown) => {
        if (isOutage(error) && kept.get().unsaved) retry(pauseMs(error));
      },
    );
  }

  function saveWhenHidden(): void {
    if (document.visibilityState === "hidden") save();
  }

  return {
    get: kept.get,
    subscribe: kept.subscribe,

    change(draft: TranslationDraft | null): void {
      set(editKept(kept.get(), draft, Date.now()));
      if (kept.get().unsaved) saveSoon();
    },

    discard(): void {
      set(editKept(kept.get(), null, Date.now()));
      save();
    },

    forgetSetAside(): void {
      set(forgetSetAside(kept.get(), Date.now()));
      save();
    },

    /**
     * Call it before the text is submitted, and wait for it. A save that arrives after the submit would restore the
     * draft.
     */
    async settle(): Promise<void> {
      clearTimeout(timer);
      await saving;
      clearTimeout(timer);
    },

    /** Call it after a submit that failed. It continues to save the draft. */
    goOn(): void {
      if (kept.get().unsaved) saveSoon();
    },

    submitted: drop,

    /** Keeps the draft equal on all of the writer's devices, until the returned function is called. */
    follow(): () => void {
      hasEnded = false;
      load();
      document.addEventListener("visibilitychange", saveWhenHidden);
      const ends = [
        () => document.removeEventListener("visibilitychange", saveWhenHidden),
        onLiveConnect(load),
        onLiveEvent((event) => {
          if (event.type !== "TRANSLATION_DRAFT_CHANGED") return;
          const { draft } = event;
          if (draft.message_id === mid && draft.language === language) set(applyServer(kept.get(), draft));
        }),
        () => {
          hasEnded = true;
          save();
        },
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
