import { createHmac } from "node:crypto";
import type { RequestEffect } from "@kakehashi/contract/flows/session";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type Keyring, sharedSecret } from "../../kit/secrets.ts";

/**
 * The secrets that sign the requests of stories. They are derived from one secret of the installation. So the
 * database stores none of them in clear, and a new SECRET_KEY does not change them.
 */
export function createRequestSecrets(db: Kysely<DB>, keyring: Keyring) {
  let installation: Promise<Uint8Array> | undefined;
  return {
    /** The bot's secret with this number. Each number has its own. */
    async secretOf(botId: string, number: number): Promise<string> {
      installation ??= sharedSecret(db, keyring, "bot-requests").catch((error: unknown) => {
        installation = undefined;
        throw error;
      });
      const mac = createHmac("sha256", await installation).update(`${botId} ${number}`);
      return `kreq_${mac.digest("base64url")}`;
    },
  };
}

/** The value of the signature's header, for a request that is sent at this time. The contract says how it is made. */
export function signatureOf(
  secret: string,
  { method, address, body }: Pick<RequestEffect, "method" | "address" | "body">,
  time: Date,
): string {
  const seconds = Math.floor(time.getTime() / 1_000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${method}.${address}.${body}`);
  return `t=${seconds},v1=${mac.digest("hex")}`;
}
