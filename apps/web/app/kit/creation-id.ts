import { readFormDraft, writeFormDraft } from "./form-draft.ts";

const placeOf = (formKey: string) => `sent ${formKey}`;

/**
 * Returns the id of an attempt to create something, so that a repeated call creates nothing twice. The same body is the
 * same attempt, also after a reload: perhaps only the answer to the first call was lost. Another body is another attempt.
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
