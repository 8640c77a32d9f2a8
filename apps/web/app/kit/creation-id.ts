import { readFormDraft, writeFormDraft } from "./form-draft.ts";

const placeOf = (formKey: string) => `sent ${formKey}`;

/**
 * Returns the id of an attempt to create something. The server creates nothing twice for the same id. A call with the
 * same body gets the same id, also after a reload, because perhaps only the answer to the first call was lost. Another
 * body gets another id.
 */
export function creationIdFor(userId: string, formKey: string, body: unknown): string {
  const text = JSON.stringify(body);
  const earlierAttempt = readFormDraft(userId, placeOf(formKey), Date.now())?.changes;
  if (earlierAttempt?.id && earlierAttempt.body === text) return earlierAttempt.id;
  const id = crypto.randomUUID();
  const attempt = { changes: { id, body: text }, version: 0, savedAt: Date.now() };
  writeFormDraft(userId, placeOf(formKey), attempt);
  return id;
}

/**
 * Ends an attempt to create something, after its answer has come. The next attempt creates something new, even with
 * the same body.
 */
export function endCreation(userId: string, formKey: string): void {
  writeFormDraft(userId, placeOf(formKey), null);
}
