import { createECDH } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { findOrCreateSharedSecret, type Keyring } from "../../kit/secrets.ts";

/** The key pair that identifies this installation to push services and browsers (VAPID), in base64url. */
export interface VapidKeys {
  public: string;
  private: string;
}

/**
 * Returns the installation's own VAPID keys and creates them at the first call. The private key is a random number of
 * 256 bits. Once in about four billion installations this number is too large for P-256, and the call fails.
 */
export async function readVapidKeys(db: Kysely<DB>, keyring: Keyring): Promise<VapidKeys> {
  const secret = Buffer.from(await findOrCreateSharedSecret(db, keyring, "push"));
  const keyPair = createECDH("prime256v1");
  keyPair.setPrivateKey(secret);
  return { public: keyPair.getPublicKey("base64url"), private: secret.toString("base64url") };
}
