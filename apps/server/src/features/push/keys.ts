import { createECDH } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { findOrCreateSharedSecret, type Keyring } from "../../kit/secrets.ts";

/** The VAPID key pair in base64url. It identifies this installation to push services and browsers. */
export interface VapidKeys {
  public: string;
  private: string;
}

/**
 * Returns the VAPID keys of this installation. The first call creates them from a random number of 256 bits. With a
 * probability of one in four billion, the number is too large for the curve P-256, and the call fails.
 */
export async function readVapidKeys(db: Kysely<DB>, keyring: Keyring): Promise<VapidKeys> {
  const secret = Buffer.from(await findOrCreateSharedSecret(db, keyring, "push"));
  const keyPair = createECDH("prime256v1");
  keyPair.setPrivateKey(secret);
  return { public: keyPair.getPublicKey("base64url"), private: secret.toString("base64url") };
}
