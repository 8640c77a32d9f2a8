import { createECDH } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type Keyring, sharedSecret } from "../../kit/secrets.ts";

/** By which push services and browsers know this installation (VAPID); base64url. */
export interface VapidKeys {
  public: string;
  private: string;
}

/**
 * The installation's own, made once. A P-256 private key is a number below 2^256 less a 2^-32nd part of it: any 256
 * random bits are one, but for one in four thousand million installations, which would see it here.
 */
export async function readVapidKeys(db: Kysely<DB>, keyring: Keyring): Promise<VapidKeys> {
  const secret = Buffer.from(await sharedSecret(db, keyring, "push"));
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return { public: pair.getPublicKey("base64url"), private: secret.toString("base64url") };
}
