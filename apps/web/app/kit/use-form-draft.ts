import { useRef, useState } from "react";
import {
  applyDraftChanges,
  changedFieldsOf,
  type DraftFields,
  type FormDraft,
  readFormDraft,
  writeFormDraft,
} from "./form-draft.ts";
import { useAutosave } from "./use-autosave.ts";
import { useDraftEndAcrossTabs } from "./use-draft-end.ts";

interface FormDraftOptions<V extends DraftFields> {
  readonly userId: string;
  /** The key of the draft. It identifies the form and the object that it edits. */
  readonly formKey: string;
  /** The saved values of the form's fields, or the values of an empty form. */
  readonly saved: V;
  /** The version of the edited object. 0 if the object has no versions. */
  readonly version?: number;
}

/** Stores a form's text in this browser while somebody types. Pass the form's values to `useFormAutosave`. */
export function useFormDraft<V extends DraftFields>({
  userId,
  formKey,
  saved,
  version = 0,
}: FormDraftOptions<V>) {
  const [restoredDraft, setRestoredDraft] = useState<FormDraft | null>(() =>
    readFormDraft(userId, formKey, Date.now()),
  );
  const [savedBase, setSavedBase] = useState(() => ({ saved, version: restoredDraft?.version ?? version }));
  const [storedAt, setStoredAt] = useState(restoredDraft?.savedAt ?? null);
  const [isStored, setIsStored] = useState(true);
  const isSent = useRef(false);
  /** The draft that this tab stored last. */
  const lastStoredDraft = useRef<DraftFields>(null);
  const announceDraftEnd = useDraftEndAcrossTabs(`form ${userId} ${formKey}`, () => {
    if (lastStoredDraft.current) storeDraft(lastStoredDraft.current);
  });

  function storeDraft(fields: DraftFields): void {
    if (isSent.current) return;
    lastStoredDraft.current = fields;
    const changes = changedFieldsOf(fields, savedBase.saved);
    const isDraft = Object.keys(changes).length > 0;
    const savedAt = Date.now();
    setIsStored(
      writeFormDraft(userId, formKey, isDraft ? { changes, version: savedBase.version, savedAt } : null),
    );
    setStoredAt(isDraft ? savedAt : null);
  }

  return {
    /** The draft that was stored when the form was opened. */
    restored: restoredDraft,
    /** The initial values of the form: the saved values with the draft's changes. */
    values: applyDraftChanges(savedBase.saved, restoredDraft),
    /** The version of the edited object on which the draft is based. */
    version: savedBase.version,
    /** When the draft was last stored. Null if there is no draft. */
    storedAt,
    /** Whether the browser has accepted the draft for storage. */
    isSafe: isStored,
    store: storeDraft,
    /**
     * Bases the draft on a newer saved version. Call this function after the form has taken over that version's values.
     */
    rebase: setSavedBase,
    /** Deletes the draft and stops storing it. Call this function when the text was sent or cannot be sent any more. */
    finish(): void {
      isSent.current = true;
      writeFormDraft(userId, formKey, null);
      announceDraftEnd();
    },
    /**
     * Deletes the draft. Returns the form's next values: those of `newerVersion` if it is given, or else the values
     * that are saved now. The next draft is based on the same values.
     */
    discard(newerVersion: { readonly saved: V; readonly version: number } = { saved, version }): V {
      lastStoredDraft.current = null;
      writeFormDraft(userId, formKey, null);
      announceDraftEnd();
      setRestoredDraft(null);
      setStoredAt(null);
      setSavedBase(newerVersion);
      return newerVersion.saved;
    },
  };
}
export type FormDraftState = Pick<
  ReturnType<typeof useFormDraft>,
  "restored" | "storedAt" | "isSafe" | "store"
>;

/** Stores the form's fields shortly after each change. Stores them at once when the form is closed. */
export function useFormAutosave(draft: Pick<FormDraftState, "store">, fields: DraftFields): void {
  useAutosave(JSON.stringify(fields), () => draft.store(fields));
}
