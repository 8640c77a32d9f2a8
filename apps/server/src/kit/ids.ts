import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** A new row's id: ordered by time, so that indexes grow at their end. */
export function newId(): string {
  return randomUUIDv7();
}

/** An unguessable text of 256 bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a secret. It has full entropy, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
