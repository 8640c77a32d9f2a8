import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "./db/schema.generated.ts";

/** A key of 256 bits that every process of this installation shares; the first to ask makes it. */
export async function sharedSecret(db: Kysely<DB>, name: string): Promise<Uint8Array> {
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return new Uint8Array(value);
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what must be readable again: a copy of one table, or a row moved to another `owner`, is worth nothing.
 * `key` has 256 bits. `open` throws for anything that was not sealed with it for that owner.
 */
export function createSeal(key: Uint8Array) {
  return {
    seal(secret: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed: Uint8Array, owner: string): Uint8Array {
      const start = nonceBytes + tagBytes;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(nonceBytes, start));
      return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
    },
  };
}
