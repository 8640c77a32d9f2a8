import { createHmac, randomInt } from "node:crypto";
import { recoveryAlphabet, recoveryCodeCount, recoveryCodeLength } from "@kakehashi/contract/two-step";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createSeal, findSharedSecret, type Keyring, type Sealed, sharedSecret } from "../../kit/secrets.ts";

/** What authenticator apps take for granted (RFC 6238): SHA-1, six digits, 30 seconds. */
const period = 30;
/** Time steps that a phone's clock may be off, either way. */
const drift = 1;
/** The name that the app shows beside the code. */
const issuer = "Kakehashi";

/** Loaded where it is used: few sign-ins come with a code. */
const library = () => import("otpauth");

/** A secret as its row holds it: without a key's name it was written before secrets were sealed by the keyring. */
export type StoredSecret = Omit<Sealed, "key_id"> & { key_id: string | null };

export interface SecondFactorKeys {
  keyring: Keyring;
  /** 256 bits: what recovery codes are hashed with. */
  recoveryKey: Uint8Array;
  /** What secrets were sealed and codes hashed with before; null where nothing was. */
  formerKey: Uint8Array | null;
}

export async function readSecondFactorKeys(db: Kysely<DB>, keyring: Keyring): Promise<SecondFactorKeys> {
  return {
    keyring,
    recoveryKey: await sharedSecret(db, keyring, "recovery-codes"),
    // Older installations sealed secrets and hashed codes with one key, which lay in the database in the clear.
    formerKey: await findSharedSecret(db, keyring, "two-step"),
  };
}

/** Secrets and codes as they are made, compared and kept. */
export function createSecondFactor({ keyring, recoveryKey, formerKey }: SecondFactorKeys) {
  function open({ key_id, value }: StoredSecret, userId: string): Uint8Array {
    if (key_id !== null) return keyring.open({ key_id, value }, userId);
    if (!formerKey) throw new Error("The key of the second step's secrets is lost.");
    return createSeal(formerKey).open(value, userId);
  }
  const hashes = [recoveryKey, ...(formerKey ? [formerKey] : [])];
  return {
    /** The same secret, sealed by the newest key. */
    reseal: (sealed: StoredSecret, userId: string): Sealed => keyring.seal(open(sealed, userId), userId),

    /** A new secret: sealed for keeping, and in the two forms that its owner can give to an app. */
    async create(userId: string, email: string): Promise<{ sealed: Sealed; secret: string; uri: string }> {
      const { Secret, TOTP } = await library();
      // 160 bits: as long as the hash (RFC 4226 §4).
      const secret = new Secret({ size: 20 });
      const uri = new TOTP({ issuer, label: email, secret, period }).toString();
      return { sealed: keyring.seal(secret.bytes, userId), secret: secret.base32, uri };
    },

    /** The time step whose code this is; null where it is none that the app could show now. */
    async stepOf(sealed: StoredSecret, userId: string, code: string): Promise<number | null> {
      const { Secret, TOTP } = await library();
      const bytes = new Uint8Array(open(sealed, userId));
      const secret = new Secret({ buffer: bytes.buffer });
      const timestamp = Date.now();
      const delta = TOTP.validate({ secret, token: code, period, timestamp, window: drift });
      return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
    },

    recoveryCodes(): string[] {
      const letter = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)];
      return Array.from({ length: recoveryCodeCount }, () =>
        Array.from({ length: recoveryCodeLength }, letter).join(""),
      );
    },

    /** Keyed, because 60 bits without the key could be tried out by whoever has the table. */
    hashRecoveryCode: (userId: string, code: string): Buffer => hashCode(recoveryKey, userId, code),
    /** As any key of the past may have hashed it: codes lie on paper and outlive keys. */
    hashesOfRecoveryCode: (userId: string, code: string): Buffer[] =>
      hashes.map((key) => hashCode(key, userId, code)),
  };
}

function hashCode(key: Uint8Array, userId: string, code: string): Buffer {
  return createHmac("sha256", key).update(`${userId}:${code}`).digest();
}
