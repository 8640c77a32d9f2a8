import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { DB } from "./db/schema.generated.ts";

/**
 * Minimum characters of a secret key. In base64url, 43 characters encode 256 bits and 32 characters encode 192 bits.
 */
const minimumKeyLength = 32;
const cipherAlgorithm = "aes-256-gcm";
const nonceBytes = 12;
const authTagBytes = 16;

/** Encrypted bytes, and the name of the key that encrypted them. */
export interface EncryptedSecret {
  key_id: string;
  value: Buffer;
}

/** A key of 256 bits for one purpose, derived from one of the installation's secret keys. */
export interface DerivedKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The derived keys, newest first. */
export type DerivedKeys = readonly [DerivedKey, ...DerivedKey[]];

export interface Keyring {
  /** The name of the newest key, which encrypts and signs. */
  readonly newestKeyId: string;
  /**
   * Derives keys for a purpose, such as signing tokens. The keys of one purpose reveal nothing about the keys of
   * another.
   */
  deriveKeysFor(purpose: string): DerivedKeys;
  /**
   * Encrypts a secret that belongs to `owner`. Only the same `owner` can decrypt it: a row that is copied to another
   * owner is useless.
   */
  seal(secret: Uint8Array, owner: string): EncryptedSecret;
  /**
   * Decrypts a secret. Throws if its key is not on the keyring, or if the secret was encrypted for another
   * owner.
   */
  open(sealed: EncryptedSecret, owner: string): Uint8Array;
}

/**
 * Parses a list of secret keys, separated by commas, newest first. Null if a key is too short, or contains a space or a
 * character outside ASCII.
 */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(",").map((key) => key.trim());
  return keys.every((key) => key.length >= minimumKeyLength && /^[\x21-\x7e]+$/.test(key)) ? keys : null;
}

/**
 * Reads the secret keys from the file `secret-key` of a folder. Creates the file if it is missing; only this operating
 * system account can read it.
 */
export function readSecretKeyFile(dataDir: string): string[] {
  const file = join(dataDir, "secret-key");
  mkdirSync(dataDir, { recursive: true });
  const temporaryPath = `${file}.${process.pid}`;
  try {
    writeFileSync(temporaryPath, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
    // `link` fails if the key file exists. Even if the process is killed here, the key file is either complete or
    // missing.
    linkSync(temporaryPath, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  const keys = parseSecretKeys(readFileSync(file, "utf8"));
  if (!keys) throw new Error(`${file} holds no secret key: put the former file back.`);
  // Sets the key file's permissions again, because a restored backup may have changed them.
  chmodSync(file, 0o600);
  return keys;
}

function deriveKey(secretKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `kakehashi ${purpose}`, bytes));
}

/** Creates a keyring. `secretKeys` must contain at least one key; the newest is first. */
export function createKeyring(secretKeys: readonly string[]): Keyring {
  const [newestSecretKey, ...olderSecretKeys] = secretKeys;
  if (newestSecretKey === undefined) throw new Error("A keyring needs a key.");
  const derivePurposeKey = (secretKey: string, purpose: string): DerivedKey => ({
    id: deriveKey(secretKey, "id", 9).toString("base64url"),
    key: deriveKey(secretKey, purpose, 32),
  });
  const deriveKeysFor = (purpose: string): DerivedKeys => [
    derivePurposeKey(newestSecretKey, purpose),
    ...olderSecretKeys.map((oldKey) => derivePurposeKey(oldKey, purpose)),
  ];
  const encryptionKeys = deriveKeysFor("seal");
  const [newestKey] = encryptionKeys;
  return {
    newestKeyId: newestKey.id,
    deriveKeysFor,
    seal: (secret, owner) => ({
      key_id: newestKey.id,
      value: createEncryption(newestKey.key).seal(secret, owner),
    }),
    open({ key_id, value }, owner) {
      const encryptionKey = encryptionKeys.find(({ id }) => id === key_id);
      if (!encryptionKey) {
        throw new Error(
          "SECRET_KEY (where it is not set: the file secret-key in DATA_DIR) lacks the key of this database: put the former key back, behind a comma.",
        );
      }
      return createEncryption(encryptionKey.key).open(value, owner);
    },
  };
}

/**
 * Encrypts values with one key of 256 bits. Each value belongs to one owner. `open` throws for a value that was
 * encrypted with another key or for another owner.
 */
export function createEncryption(key: Uint8Array) {
  return {
    /** The parts of an encrypted value are, in this order: nonce, authentication tag, encrypted bytes. */
    seal(secret: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherAlgorithm, key, nonce).setAAD(Buffer.from(owner));
      const encryptedBytes = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encryptedBytes]);
    },
    open(sealedBytes: Uint8Array, owner: string): Uint8Array {
      const start = nonceBytes + authTagBytes;
      const decipher = createDecipheriv(cipherAlgorithm, key, sealedBytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealedBytes.subarray(nonceBytes, start));
      return Buffer.concat([decipher.update(sealedBytes.subarray(start)), decipher.final()]);
    },
  };
}

function findSecretRow(db: Kysely<DB>, name: string) {
  return db.selectFrom("secrets").select(["key_id", "value"]).where("name", "=", name).executeTakeFirst();
}

/**
 * Finds a key of 256 bits that all processes share. It stays the same when SECRET_KEY changes. The database stores it,
 * encrypted with the newest secret key. Null if it does not exist yet.
 */
export async function findSharedSecret(
  db: Kysely<DB>,
  keyring: Keyring,
  name: string,
): Promise<Uint8Array | null> {
  const row = await findSecretRow(db, name);
  if (!row) return null;
  // A row without a key name was stored before secrets were encrypted, so its value is not encrypted.
  const secret = row.key_id === null ? row.value : keyring.open({ ...row, key_id: row.key_id }, name);
  if (row.key_id !== keyring.newestKeyId) {
    await db.updateTable("secrets").set(keyring.seal(secret, name)).where("name", "=", name).execute();
  }
  return new Uint8Array(secret);
}

/** Returns a secret that all processes share. Creates the secret if it does not exist. */
export async function findOrCreateSharedSecret(
  db: Kysely<DB>,
  keyring: Keyring,
  name: string,
): Promise<Uint8Array> {
  await db
    .insertInto("secrets")
    .values({ name, ...keyring.seal(randomBytes(32), name) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const secret = await findSharedSecret(db, keyring, name);
  if (!secret) throw new Error(`The secret ${name} was removed while it was made.`);
  return secret;
}
