import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** A new row's id. Ids are ordered by time, so that indexes grow at their end. */
export function newId(): string {
  return randomUUIDv7();
}

/** No id that was made at this moment or later is before this one. */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The same words always give the same id. */
export function idOf(words: string): string {
  const hex = createHash("sha256").update(words).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A random text of 256 bits that can stand in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash under which a secret is stored. The secret is fully random, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
