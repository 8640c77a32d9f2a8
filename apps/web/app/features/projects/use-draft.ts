import type { StoredFile } from "@kakehashi/contract/files";
import { useRef, useState } from "react";
import type { DraftFields } from "../../kit/form-draft.ts";
import { useAutosave } from "../../kit/use-autosave.ts";
import { useDraftEndAcrossTabs } from "../../kit/use-draft-end.ts";
import { type DraftBasis, readProjectDraft, writeProjectDraft } from "./draft.ts";

interface DraftKey {
  readonly userId: string;
  readonly projectId: string | null;
  readonly attachedFiles: readonly StoredFile[];
}

const haveFieldsChanged = (fields: DraftFields, savedFields: DraftFields) =>
  Object.keys(savedFields).some((name) => fields[name] !== savedFields[name]);
const joinFileIds = (files: readonly StoredFile[]) => files.map(({ id }) => id).join();

/** The draft of a project's form in this browser. */
export function useProjectDraft({ userId, projectId, attachedFiles }: DraftKey) {
  const [restoredDraft, setRestoredDraft] = useState(() =>
    readProjectDraft(userId, projectId, new Set(attachedFiles.map(({ id }) => id)), Date.now()),
  );
  const [storedAt, setStoredAt] = useState(restoredDraft?.savedAt ?? null);
  const [isDraftStored, setIsDraftStored] = useState(true);
  const isFinished = useRef(false);
  /** The draft that this tab has stored last. */
  const lastStoredDraft = useRef<Parameters<typeof storeDraft>>(null);
  const announceDraftEnd = useDraftEndAcrossTabs(`project ${userId} ${projectId}`, () => {
    if (lastStoredDraft.current) storeDraft(...lastStoredDraft.current);
  });

  /**
   * Stores the draft of the form. Deletes it if the form has the values and files of `draftBasis`. `draftBasis` has the
   * values with which the form started: those of the saved project or of an empty form.
   */
  function storeDraft(draftBasis: DraftBasis, fields: DraftFields, files: readonly StoredFile[]): void {
    if (isFinished.current) return;
    lastStoredDraft.current = [draftBasis, fields, files];
    const isDraft =
      haveFieldsChanged(fields, draftBasis.fields) || joinFileIds(files) !== joinFileIds(draftBasis.files);
    const savedAt = Date.now();
    setIsDraftStored(
      writeProjectDraft(userId, projectId, isDraft ? { base: draftBasis, fields, files, savedAt } : null),
    );
    setStoredAt(isDraft ? savedAt : null);
  }

  return {
    /** The draft that was stored when the form was opened. */
    restored: restoredDraft,
    /** The time when the draft was last stored. Null if there is no draft. */
    storedAt,
    /** Whether the browser has accepted the draft for storage. */
    isSafe: isDraftStored,
    store: storeDraft,
    /** Deletes the draft and stops storing it. Call this function after the project was saved. */
    finish(): void {
      isFinished.current = true;
      writeProjectDraft(userId, projectId, null);
      announceDraftEnd();
    },
    /** Deletes the draft. The caller must then reset the form. */
    discard(): void {
      lastStoredDraft.current = null;
      writeProjectDraft(userId, projectId, null);
      announceDraftEnd();
      setRestoredDraft(null);
      setStoredAt(null);
    },
  };
}
export type ProjectDraftState = ReturnType<typeof useProjectDraft>;

/**
 * Stores the form as a draft shortly after each change. Stores it at once when the form is closed or the page is
 * hidden.
 */
export function useProjectAutosave(
  draft: Pick<ProjectDraftState, "store">,
  draftBasis: DraftBasis,
  fields: DraftFields,
  files: readonly StoredFile[],
): void {
  useAutosave(JSON.stringify([fields, joinFileIds(files)]), () => draft.store(draftBasis, fields, files));
}
