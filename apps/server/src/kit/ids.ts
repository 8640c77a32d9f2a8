import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** Creates the id of a new row. Ids grow with time, so that indexes grow at their end. */
export function newId(): string {
  return randomUUIDv7();
}

/** Returns an id that sorts before the id of every row that is created at this time or later. */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Creates an id from words: the same words always give the same id. */
export function idOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Creates a random text of 256 bits that can be part of a URL, for use as a secret. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash under which a secret is stored. A fast hash is enough, because the secret is fully random. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
