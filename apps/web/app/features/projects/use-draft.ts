import type { StoredFile } from "@kakehashi/contract/files";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type DraftFields, readDraft, writeDraft } from "./draft.ts";

/** Milliseconds after the last key until a draft is stored. */
const saveDelayMs = 600;

interface Place {
  readonly userId: string;
  readonly projectId: string | null;
  /** What the project has now, or an empty form. */
  readonly saved: DraftFields;
  readonly savedFiles: readonly StoredFile[];
}

const hasChanged = (fields: DraftFields, saved: DraftFields) =>
  Object.keys(saved).some((name) => fields[name] !== saved[name]);
const idsOf = (files: readonly StoredFile[]) => files.map(({ id }) => id).join();

/** A form's draft in this browser: what it begins with, and how it stores what is written. */
export function useDraft({ userId, projectId, saved, savedFiles }: Place) {
  const [restored, setRestored] = useState(() =>
    readDraft(userId, projectId, new Set(savedFiles.map(({ id }) => id)), Date.now()),
  );
  const [storedAt, setStoredAt] = useState(restored?.savedAt ?? null);
  const [isSafe, setSafe] = useState(true);
  const isSent = useRef(false);

  function store(fields: DraftFields, files: readonly StoredFile[]): void {
    if (isSent.current) return;
    const isDraft = hasChanged(fields, saved) || idsOf(files) !== idsOf(savedFiles);
    const savedAt = Date.now();
    setSafe(writeDraft(userId, projectId, isDraft ? { fields, files, savedAt } : null));
    setStoredAt(isDraft ? savedAt : null);
  }

  return {
    /** What was found when the form was opened. */
    restored,
    /** When the draft was stored last. Null: there is none. */
    storedAt,
    /** False where the browser refuses to store it. */
    isSafe,
    store,
    /** The project is saved: the draft goes, and what the form still holds is not stored again. */
    finish(): void {
      isSent.current = true;
      writeDraft(userId, projectId, null);
    },
    /** Throws the draft away. The form is to be filled anew. */
    discard(): void {
      writeDraft(userId, projectId, null);
      setRestored(null);
      setStoredAt(null);
    },
  };
}
export type DraftState = ReturnType<typeof useDraft>;

/** Stores the form shortly after each change, and when it is left or its page is hidden before that. */
export function useAutosave(
  draft: Pick<DraftState, "store">,
  fields: DraftFields,
  files: readonly StoredFile[],
): void {
  const content = JSON.stringify([fields, idsOf(files)]);
  const storedContent = useRef(content);
  const store = useEffectEvent(() => {
    if (content === storedContent.current) return;
    storedContent.current = content;
    draft.store(fields, files);
  });
  useEffect(() => {
    if (content === storedContent.current) return;
    const timer = setTimeout(store, saveDelayMs);
    return () => clearTimeout(timer);
  }, [content]);
  useEffect(() => {
    const storeNow = () => store();
    addEventListener("pagehide", storeNow);
    return () => {
      removeEventListener("pagehide", storeNow);
      store();
    };
  }, []);
}
