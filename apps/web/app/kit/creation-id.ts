import { readFormDraft, writeFormDraft } from "./form-draft.ts";

const storageKeyOf = (formKey: string) => `sent ${formKey}`;

/**
 * Returns the id of an attempt to create an object. Requests with the same body get the same id, even after a reload.
 * So if only the response was lost, a retry creates no second object. Another body gets another id.
 */
export function getCreationId(userId: string, formKey: string, body: unknown): string {
  const text = JSON.stringify(body);
  const earlierAttempt = readFormDraft(userId, storageKeyOf(formKey), Date.now())?.changes;
  if (earlierAttempt?.id && earlierAttempt.body === text) return earlierAttempt.id;
  const id = crypto.randomUUID();
  const attempt = { changes: { id, body: text }, version: 0, savedAt: Date.now() };
  writeFormDraft(userId, storageKeyOf(formKey), attempt);
  return id;
}

/**
 * Ends an attempt to create an object, after its response. The next attempt creates another object, even with the same
 * body.
 */
export function deleteCreationId(userId: string, formKey: string): void {
  writeFormDraft(userId, storageKeyOf(formKey), null);
}
