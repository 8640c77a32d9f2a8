import { deviceStorage } from "./storage.ts";

/** The values of a form by field name. */
export type DraftFields = Readonly<Record<string, string>>;

/** The unsent text of a form. The browser stores it until it is sent or discarded. */
export interface FormDraft {
  /** The changed fields by name. All fields that are not in this object have their saved values. */
  readonly changes: DraftFields;
  /** The version of the edited object on which the draft is based. 0 if the object has no versions. */
  readonly version: number;
  /** When the draft was stored, in milliseconds since 1970. */
  readonly savedAt: number;
}

/** The prefix of the drafts' storage keys. Signing out on purpose deletes all drafts (kit/offline.ts). */
const storagePrefix = "form-draft ";
/** A draft is deleted after this many milliseconds, because its form may never be opened again. */
const draftLifetimeMs = 30 * 24 * 3600_000;

function isDraft(value: unknown): value is FormDraft {
  const draft = value as Partial<FormDraft> | null;
  return (
    typeof draft?.changes === "object" &&
    draft.changes !== null &&
    Object.values(draft.changes).every((text) => typeof text === "string") &&
    typeof draft.version === "number" &&
    typeof draft.savedAt === "number"
  );
}

function readStoredDraft(name: string, now: number): FormDraft | null {
  try {
    const storedValue: unknown = JSON.parse(deviceStorage.read(name) ?? "null");
    return isDraft(storedValue) && now - storedValue.savedAt < draftLifetimeMs ? storedValue : null;
  } catch {
    return null;
  }
}

/** Reads a person's draft. `formKey` identifies the form and the object that it edits. */
export function readFormDraft(userId: string, formKey: string, now: number): FormDraft | null {
  for (const name of deviceStorage.findNames(storagePrefix))
    if (!readStoredDraft(name, now)) deviceStorage.write(name, null);
  return readStoredDraft(`${storagePrefix}${userId} ${formKey}`, now);
}

/** Stores the draft. Null deletes it. Returns false if the browser could not store it. */
export function writeFormDraft(userId: string, formKey: string, draft: FormDraft | null): boolean {
  const name = `${storagePrefix}${userId} ${formKey}`;
  const text = draft && JSON.stringify(draft);
  deviceStorage.write(name, text);
  return deviceStorage.read(name) === text;
}

/** Returns the fields whose values differ from the saved values. */
export function changedFieldsOf(fields: DraftFields, savedFields: DraftFields): DraftFields {
  return Object.fromEntries(Object.entries(fields).filter(([name, text]) => text !== savedFields[name]));
}

/** Applies a draft's changes to the saved fields. Leaves out a field that the form no longer has. */
export function applyDraftChanges<V extends DraftFields>(savedFields: V, draft: FormDraft | null): V {
  const changes = Object.entries(draft?.changes ?? {}).filter(([name]) => Object.hasOwn(savedFields, name));
  return { ...savedFields, ...Object.fromEntries(changes) };
}
