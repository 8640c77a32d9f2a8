import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { DB } from "./db/schema.generated.ts";

/** Characters of a secret key: 43 of base64url hold 256 bits, 32 of them 192. */
const minimumKeyBytes = 32;
const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** What was encrypted, and the name of the key that opens it. */
export interface Sealed {
  key_id: string;
  value: Buffer;
}

/** A key of 256 bits for one purpose, made from one of the installation's secret keys. */
export interface PurposeKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The newest first. */
export type PurposeKeys = readonly [PurposeKey, ...PurposeKey[]];

export interface Keyring {
  /** The name of the newest key, which seals and signs. */
  readonly newest: string;
  /** Keys of two purposes say nothing about each other. */
  keysFor(purpose: string): PurposeKeys;
  /** Encrypts what must be readable again. Only the same `owner` opens it: a row copied to another one is worthless. */
  seal(secret: Uint8Array, owner: string): Sealed;
  /** Throws where the key is not on the ring, and for anything that was not sealed for that owner. */
  open(sealed: Sealed, owner: string): Uint8Array;
}

/** Comma separated, the newest first. Null where one is too short or holds a space. */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(",").map((key) => key.trim());
  return keys.every((key) => key.length >= minimumKeyBytes && /^[\x21-\x7e]+$/.test(key)) ? keys : null;
}

/** The keys in the file `secret-key` of a folder. The first call makes it; only this account can read it. */
export function readSecretKeyFile(dataDir: string): string[] {
  const file = join(dataDir, "secret-key");
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
    // Fails where the file exists. A start that is killed here leaves a whole key or none.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const keys = parseSecretKeys(readFileSync(file, "utf8"));
  if (!keys) throw new Error(`${file} holds no secret key: put the former file back.`);
  // A restored backup may have lost its modes.
  chmodSync(file, 0o600);
  return keys;
}

function derive(secretKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `kakehashi ${purpose}`, bytes));
}

/** `secretKeys`: the newest first, at least one. */
export function createKeyring(secretKeys: readonly string[]): Keyring {
  const [first, ...others] = secretKeys;
  if (first === undefined) throw new Error("A keyring needs a key.");
  const keyFor = (secretKey: string, purpose: string): PurposeKey => ({
    id: derive(secretKey, "id", 9).toString("base64url"),
    key: derive(secretKey, purpose, 32),
  });
  const keysFor = (purpose: string): PurposeKeys => [
    keyFor(first, purpose),
    ...others.map((other) => keyFor(other, purpose)),
  ];
  const sealing = keysFor("seal");
  const [newest] = sealing;
  return {
    newest: newest.id,
    keysFor,
    seal: (secret, owner) => ({ key_id: newest.id, value: createSeal(newest.key).seal(secret, owner) }),
    open({ key_id, value }, owner) {
      const found = sealing.find(({ id }) => id === key_id);
      if (!found) {
        throw new Error(
          "SECRET_KEY (where it is not set: the file secret-key in DATA_DIR) lacks the key of this database: put the former key back, behind a comma.",
        );
      }
      return createSeal(found.key).open(value, owner);
    },
  };
}

/** Encrypts by one key of 256 bits, for one owner. `open` throws for anything that was not sealed so. */
export function createSeal(key: Uint8Array) {
  return {
    /** Nonce, tag, then the encrypted bytes. */
    seal(secret: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
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

function findRow(db: Kysely<DB>, name: string) {
  return db.selectFrom("secrets").select(["key_id", "value"]).where("name", "=", name).executeTakeFirst();
}

/**
 * A key of 256 bits that every process of this installation shares and that outlives a change of SECRET_KEY. It lies
 * sealed in the database, by the newest key from the first call on. Null where there is none yet.
 */
export async function findSharedSecret(
  db: Kysely<DB>,
  keyring: Keyring,
  name: string,
): Promise<Uint8Array | null> {
  const row = await findRow(db, name);
  if (!row) return null;
  // Without a key's name it was written before secrets were sealed.
  const secret = row.key_id === null ? row.value : keyring.open({ ...row, key_id: row.key_id }, name);
  if (row.key_id !== keyring.newest) {
    await db.updateTable("secrets").set(keyring.seal(secret, name)).where("name", "=", name).execute();
  }
  return new Uint8Array(secret);
}

/** The same; the first to ask makes it. */
export async function sharedSecret(db: Kysely<DB>, keyring: Keyring, name: string): Promise<Uint8Array> {
  await db
    .insertInto("secrets")
    .values({ name, ...keyring.seal(randomBytes(32), name) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const secret = await findSharedSecret(db, keyring, name);
  if (!secret) throw new Error(`The secret ${name} was removed while it was made.`);
  return secret;
}
