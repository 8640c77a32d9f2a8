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
import { useDraftEnd } from "./use-draft-end.ts";

interface Options<V extends DraftFields> {
  readonly userId: string;
  /** The key of the draft. It names the form and the thing that the form edits. */
  readonly formKey: string;
  /** The saved values of the form's fields, or the values of an empty form. */
  readonly saved: V;
  /** The version of the edited thing. 0 if the thing has no versions. */
  readonly version?: number;
}

/**
 * Keeps the text of a form in this browser while somebody types. Pass the form's values to
 * `useFormAutosave`.
 */
export function useFormDraft<V extends DraftFields>({ userId, formKey, saved, version = 0 }: Options<V>) {
  const [restored, setRestored] = useState<FormDraft | null>(() =>
    readFormDraft(userId, formKey, Date.now()),
  );
  const [base, setBase] = useState(() => ({ saved, version: restored?.version ?? version }));
  const [storedAt, setStoredAt] = useState(restored?.savedAt ?? null);
  const [isSafe, setSafe] = useState(true);
  const isSent = useRef(false);
  /** The draft that this tab stored last. */
  const lastStoredDraft = useRef<DraftFields>(null);
  const announceEnd = useDraftEnd(`form ${userId} ${formKey}`, () => {
    if (lastStoredDraft.current) store(lastStoredDraft.current);
  });

  function store(fields: DraftFields): void {
    if (isSent.current) return;
    lastStoredDraft.current = fields;
    const changes = changedFieldsOf(fields, base.saved);
    const isDraft = Object.keys(changes).length > 0;
    const savedAt = Date.now();
    setSafe(writeFormDraft(userId, formKey, isDraft ? { changes, version: base.version, savedAt } : null));
    setStoredAt(isDraft ? savedAt : null);
  }

  return {
    /** The draft that was stored when the form was opened. */
    restored,
    /** The values with which the form begins: the saved values with the draft's changes. */
    values: applyDraftChanges(base.saved, restored),
    /** The version of the edited thing from which the draft began. */
    version: base.version,
    /** When the draft was last stored. Null if there is no draft. */
    storedAt,
    /** Whether the browser has stored the draft. False if the browser refuses to store it. */
    isSafe,
    store,
    /**
     * Makes a newer saved version the base of the draft. Call it after the form has taken the values of that version.
     */
    rebase: setBase,
    /** Deletes the draft and stops storing it. Call it when the text is sent or can no longer be sent. */
    finish(): void {
      isSent.current = true;
      writeFormDraft(userId, formKey, null);
      announceEnd();
    },
    /**
     * Deletes the draft. Returns the next values of the form: the values of `newer`, or else the saved values from
     * which the draft began.
     */
    discard(newer: { readonly saved: V; readonly version: number } = { saved, version }): V {
      lastStoredDraft.current = null;
      writeFormDraft(userId, formKey, null);
      announceEnd();
      setRestored(null);
      setStoredAt(null);
      setBase(newer);
      return newer.saved;
    },
  };
}
export type FormDraftState = Pick<
  ReturnType<typeof useFormDraft>,
  "restored" | "storedAt" | "isSafe" | "store"
>;

/** Stores the form's fields shortly after each change. If the form is left before that, stores them at once. */
export function useFormAutosave(draft: Pick<FormDraftState, "store">, fields: DraftFields): void {
  useAutosave(JSON.stringify(fields), () => draft.store(fields));
}
