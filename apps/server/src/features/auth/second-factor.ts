import { createHmac, randomInt } from "node:crypto";
import { recoveryAlphabet, recoveryCodeCount, recoveryCodeLength } from "@kakehashi/contract/two-step";
import { createSeal } from "../../kit/secrets.ts";

/** What authenticator apps take for granted (RFC 6238): SHA-1, six digits, 30 seconds. */
const period = 30;
/** Time steps that a phone's clock may be off, either way. */
const drift = 1;
/** The name that the app shows beside the code. */
const issuer = "Kakehashi";

/** Loaded where it is used: few sign-ins come with a code. */
const library = () => import("otpauth");

/** Secrets and codes as they are made, compared and kept. `key` has 256 bits. */
export function createSecondFactor(key: Uint8Array) {
  const seal = createSeal(key);
  return {
    /** A new secret: sealed for keeping, and in the two forms that its owner can give to an app. */
    async create(userId: string, email: string): Promise<{ sealed: Buffer; secret: string; uri: string }> {
      const { Secret, TOTP } = await library();
      // 160 bits: as long as the hash (RFC 4226 §4).
      const secret = new Secret({ size: 20 });
      const uri = new TOTP({ issuer, label: email, secret, period }).toString();
      return { sealed: seal.seal(secret.bytes, userId), secret: secret.base32, uri };
    },

    /** The time step whose code this is; null where it is none that the app could show now. */
    async stepOf(sealed: Uint8Array, userId: string, code: string): Promise<number | null> {
      const { Secret, TOTP } = await library();
      const bytes = new Uint8Array(seal.open(sealed, userId));
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
    hashRecoveryCode: (userId: string, code: string): Buffer =>
      createHmac("sha256", key).update(`${userId}:${code}`).digest(),
  };
}
