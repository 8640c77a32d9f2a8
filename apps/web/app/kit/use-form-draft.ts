import { useRef, useState } from "react";
import {
  changesOf,
  type DraftFields,
  type FormDraft,
  readFormDraft,
  withChanges,
  writeFormDraft,
} from "./form-draft.ts";
import { useAutosave } from "./use-autosave.ts";
import { useDraftEnd } from "./use-draft-end.ts";

interface Options<V extends DraftFields> {
  readonly userId: string;
  /** Names the form and the thing that it edits. */
  readonly formKey: string;
  /** The saved values of the fields, or those of an empty form. */
  readonly saved: V;
  /** The version of the edited thing. 0 if it has no versions. */
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
  const ownDraft = useRef<DraftFields>(null);
  const announceEnd = useDraftEnd(`form ${userId} ${formKey}`, () => {
    if (ownDraft.current) store(ownDraft.current);
  });

  function store(fields: DraftFields): void {
    if (isSent.current) return;
    ownDraft.current = fields;
    const changes = changesOf(fields, base.saved);
    const isDraft = Object.keys(changes).length > 0;
    const savedAt = Date.now();
    setSafe(writeFormDraft(userId, formKey, isDraft ? { changes, version: base.version, savedAt } : null));
    setStoredAt(isDraft ? savedAt : null);
  }

  return {
    /** The draft that was stored when the form was opened. */
    restored,
    /** The values with which the form begins. */
    values: withChanges(base.saved, restored),
    /** The version that the draft began from. */
    version: base.version,
    /** When the draft was last stored. Null if there is no draft. */
    storedAt,
    /** Whether the browser has stored the draft. False if it refuses. */
    isSafe,
    store,
    /** From now on the draft begins from this newer version. Call it after the form has taken its values. */
    rebase: setBase,
    /** Call it once the text is sent, or can no longer be sent. Deletes the draft and stops storing it. */
    finish(): void {
      isSent.current = true;
      writeFormDraft(userId, formKey, null);
      announceEnd();
    },
    /**
     * Deletes the draft. Returns the form's next values: those of `newer`, else the values with which it
     * began.
     */
    discard(newer: { readonly saved: V; readonly version: number } = { saved, version }): V {
      ownDraft.current = null;
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

/** Stores the fields shortly after each change, and when the form is left before that. */
export function useFormAutosave(draft: Pick<FormDraftState, "store">, fields: DraftFields): void {
  useAutosave(JSON.stringify(fields), () => draft.store(fields));
}
