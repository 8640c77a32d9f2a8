import { readFormDraft, writeFormDraft } from "./form-draft.ts";

const placeOf = (place: string) => `sent ${place}`;

/**
 * Returns the id of an attempt to create something, so that a repeated call creates nothing twice. The same body is the
 * same attempt, also after a reload: perhaps only the answer to the first call was lost. Another body is another attempt.
 */
export function creationIdFor(userId: string, place: string, body: unknown): string {
  const text = JSON.stringify(body);
  const earlier = readFormDraft(userId, placeOf(place), Date.now())?.changes;
  if (earlier?.id && earlier.body === text) return earlier.id;
  const id = crypto.randomUUID();
  const attempt = { changes: { id, body: text }, version: 0, savedAt: Date.now() };
  writeFormDraft(userId, placeOf(place), attempt);
  return id;
}

/** Call it when the answer has come. The next call creates something new, even if its body is the same. */
export function endCreation(userId: string, place: string): void {
  writeFormDraft(userId, placeOf(place), null);
}
