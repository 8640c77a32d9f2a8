import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** Creates the id of a new row. Ids grow with time, so database indexes only grow at their end. */
export function newId(): string {
  return randomUUIDv7();
}

/** Returns an id that sorts before the ids of all rows created at this time or later. */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Creates an id from a text. The same text always gives the same id. */
export function createIdFromText(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Creates a random secret of 256 bits that can be part of a URL. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash of a secret, for storing it. A fast hash is enough, because the secret is fully random. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
