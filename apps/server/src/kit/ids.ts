import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** A new row's id. Ids are ordered by time, so that indexes grow at their end. */
export function newId(): string {
  return randomUUIDv7();
}

/** A random text of 256 bits that can stand in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash under which a secret is stored. The secret is fully random, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
