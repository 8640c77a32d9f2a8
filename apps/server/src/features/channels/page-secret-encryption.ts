import type { EncryptedSecret, Keyring } from "../../kit/secrets.ts";
import type { PageRow } from "./page-store.ts";
import type { PageTokens } from "./platforms/platform.ts";

/**
 * Encrypts and decrypts the secrets of pages. A secret can be decrypted only for the database row for which it was
 * encrypted.
 */
export function createPageSecretEncryption(keyring: Keyring) {
  const encryptSecret = (value: unknown, owner: string): EncryptedSecret =>
    keyring.seal(Buffer.from(JSON.stringify(value)), owner);
  const decryptSecret = (encryptedSecret: EncryptedSecret, owner: string): unknown =>
    JSON.parse(Buffer.from(keyring.open(encryptedSecret, owner)).toString("utf8"));

  return {
    seal: encryptSecret,
    open: decryptSecret,
    sealTokens: (tokens: PageTokens, pageId: string): EncryptedSecret =>
      encryptSecret(tokens, `channel-page ${pageId}`),
    /** Returns the tokens of a page. Null if the page is disconnected. */
    tokensOf({ id, key_id, tokens }: Pick<PageRow, "id" | "key_id" | "tokens">): PageTokens | null {
      if (key_id === null || tokens === null) return null;
      const pageTokens = decryptSecret({ key_id, value: tokens }, `channel-page ${id}`) as PageTokens;
      return { ...pageTokens, expiresAt: pageTokens.expiresAt && new Date(pageTokens.expiresAt) };
    },
  };
}

/**
 * Returns the time before which somebody must connect the page again, because its token expires. Null if the token does
 * not expire, or if the server can renew it.
 */
export const findReconnectDeadline = ({ refreshToken, expiresAt }: PageTokens): Date | null =>
  refreshToken === null ? expiresAt : null;

export type PageSecretEncryption = ReturnType<typeof createPageSecretEncryption>;
