import { createHmac, randomInt } from "node:crypto";
import { recoveryCodeAlphabet, recoveryCodeCount, recoveryCodeLength } from "@kakehashi/contract/two-step";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import {
  createEncryption,
  type EncryptedSecret,
  findOrCreateSharedSecret,
  findSharedSecret,
  type Keyring,
} from "../../kit/secrets.ts";

/** The TOTP settings that authenticator apps assume (RFC 6238): SHA-1, six digits, 30 seconds. */
const timeStepSeconds = 30;
/** How many 30-second steps the clock of a phone may differ from ours. */
const allowedDriftTimeSteps = 1;
/** The name that an authenticator app shows beside the code. */
const issuerName = "Kakehashi";

/** The TOTP library is loaded on first use, because few sign-ins need a code. */
const loadTotpLibrary = () => import("otpauth");

/** An encrypted TOTP secret as stored. A row without a key id is from a time when the server had only one key. */
export type StoredTotpSecret = Omit<EncryptedSecret, "key_id"> & { key_id: string | null };

export interface SecondFactorKeys {
  keyring: Keyring;
  /** The key for hashing recovery codes, 256 bits. */
  recoveryCodeKey: Uint8Array;
  /**
   * The key with which older versions of the server encrypted TOTP secrets and hashed recovery codes. Null if this
   * installation never had such a version.
   */
  formerKey: Uint8Array | null;
}

export async function readSecondFactorKeys(db: Kysely<DB>, keyring: Keyring): Promise<SecondFactorKeys> {
  return {
    keyring,
    recoveryCodeKey: await findOrCreateSharedSecret(db, keyring, "recovery-codes"),
    // Older versions of the server used one key for TOTP secrets and recovery codes, and stored this key unencrypted in
    // the database.
    formerKey: await findSharedSecret(db, keyring, "two-step"),
  };
}

/**
 * Creates and checks the codes of the second sign-in step: encrypts TOTP secrets and hashes recovery codes. The callers
 * store them.
 */
export function createSecondFactor({ keyring, recoveryCodeKey: recoveryKey, formerKey }: SecondFactorKeys) {
  function decryptSecret({ key_id, value }: StoredTotpSecret, userId: string): Uint8Array {
    if (key_id !== null) return keyring.open({ key_id, value }, userId);
    if (!formerKey) throw new Error("The key of the second step's secrets is lost.");
    return createEncryption(formerKey).open(value, userId);
  }
  const recoveryCodeKeys = [recoveryKey, ...(formerKey ? [formerKey] : [])];
  return {
    /** Encrypts the same TOTP secret again, with the newest key. */
    encryptAgain: (encryptedSecret: StoredTotpSecret, userId: string): EncryptedSecret =>
      keyring.seal(decryptSecret(encryptedSecret, userId), userId),

    /**
     * Creates a TOTP secret: encrypted for storage, and in the two forms that a person can give to an
     * authenticator app.
     */
    async createTotpSecret(
      userId: string,
      email: string,
    ): Promise<{ encryptedSecret: EncryptedSecret; secret: string; uri: string }> {
      const { Secret, TOTP } = await loadTotpLibrary();
      // A TOTP secret has 160 bits, the length of a SHA-1 hash (RFC 4226 §4).
      const secret = new Secret({ size: 20 });
      const uri = new TOTP({ issuer: issuerName, label: email, secret, period: timeStepSeconds }).toString();
      return { encryptedSecret: keyring.seal(secret.bytes, userId), secret: secret.base32, uri };
    },

    /** Returns the time step of a TOTP code, or null for a wrong code. */
    async findTimeStep(storedSecret: StoredTotpSecret, userId: string, code: string): Promise<number | null> {
      const { Secret, TOTP } = await loadTotpLibrary();
      const bytes = new Uint8Array(decryptSecret(storedSecret, userId));
      const secret = new Secret({ buffer: bytes.buffer });
      const timestamp = Date.now();
      const timeStepOffset = TOTP.validate({
        secret,
        token: code,
        period: timeStepSeconds,
        timestamp,
        window: allowedDriftTimeSteps,
      });
      return timeStepOffset === null
        ? null
        : TOTP.counter({ period: timeStepSeconds, timestamp }) + timeStepOffset;
    },

    recoveryCodes(): string[] {
      const createRandomLetter = () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)];
      return Array.from({ length: recoveryCodeCount }, () =>
        Array.from({ length: recoveryCodeLength }, createRandomLetter).join(""),
      );
    },

    /**
     * Returns the hash of a recovery code for storage. The hash needs a key (HMAC), because a recovery code has only 60
     * bits. Without a key, somebody with a copy of the table could try all codes.
     */
    hashRecoveryCode: (userId: string, code: string): Buffer =>
      hashRecoveryCodeWithKey(recoveryKey, userId, code),
    /**
     * Returns the hashes of one recovery code: one for each key that this installation has ever used. A stored hash may
     * be from an older key, because people keep recovery codes on paper for longer than a key is used.
     */
    hashesOfRecoveryCode: (userId: string, code: string): Buffer[] =>
      recoveryCodeKeys.map((key) => hashRecoveryCodeWithKey(key, userId, code)),
  };
}

function hashRecoveryCodeWithKey(key: Uint8Array, userId: string, code: string): Buffer {
  return createHmac("sha256", key).update(`${userId}:${code}`).digest();
}
