import { createHmac } from "node:crypto";
import type { RequestEffect } from "@kakehashi/contract/flows/effects";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { findOrCreateSharedSecret, type Keyring } from "../../kit/secrets.ts";

/**
 * Derives the secrets that sign the HTTP requests of stories from one secret of the installation. So the database
 * stores no bot's secret in plain text, and the secrets stay the same when SECRET_KEY changes.
 */
export function createRequestSecrets(db: Kysely<DB>, keyring: Keyring) {
  let installationSecret: Promise<Uint8Array> | undefined;
  return {
    /** Returns the bot's secret with this number. Each renewal gives the bot a new number, and so a new secret. */
    async secretOf(botId: string, number: number): Promise<string> {
      installationSecret ??= findOrCreateSharedSecret(db, keyring, "bot-requests").catch((error: unknown) => {
        installationSecret = undefined;
        throw error;
      });
      const messageHash = createHmac("sha256", await installationSecret).update(`${botId} ${number}`);
      return `kreq_${messageHash.digest("base64url")}`;
    },
  };
}

/**
 * Returns the value of the signature header for a request that is sent at `time`. The contract describes the format.
 */
export function createSignature(
  secret: string,
  { method, address, body }: Pick<RequestEffect, "method" | "address" | "body">,
  time: Date,
): string {
  const unixSeconds = Math.floor(time.getTime() / 1_000);
  const mac = createHmac("sha256", secret).update(`${unixSeconds}.${method}.${address}.${body}`);
  return `t=${unixSeconds},v1=${mac.digest("hex")}`;
}
