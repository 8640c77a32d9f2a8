import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../../kit/secrets.ts";

/**
 * The hours for which a file's signed URL is valid. A platform fetches the file soon after it gets the URL, but may
 * retry for some hours.
 */
const linkValidHours = 24;

function isSameSignature(signature: string, expectedSignature: Buffer): boolean {
  const receivedSignature = Buffer.from(signature, "base64url");
  return (
    receivedSignature.length === expectedSignature.length &&
    timingSafeEqual(receivedSignature, expectedSignature)
  );
}

/**
 * Creates and checks signed URLs of files. With such a URL, a platform or a bot's story reads a file without an
 * account.
 */
export function createSignedFileLinks(keyring: Keyring, publicUrl: string) {
  const signingKeys = keyring.deriveKeysFor("channel-file");
  const signFileLink = (
    key: Uint8Array,
    conversationId: string,
    fileId: string,
    expirySeconds: number,
  ): Buffer => createHmac("sha256", key).update(`${conversationId} ${fileId} ${expirySeconds}`).digest();

  const permanentLinkKeys = keyring.deriveKeysFor("channel-lasting-file");
  const signFileId = (key: Uint8Array, fileId: string): Buffer =>
    createHmac("sha256", key).update(fileId).digest();

  return {
    /** Returns the signed URL at which a platform can fetch a file of a conversation. The URL expires after a day. */
    addressOf(conversationId: string, fileId: string): string {
      const expirySeconds = Math.floor(Date.now() / 1_000) + linkValidHours * 3_600;
      const signature = signFileLink(signingKeys[0].key, conversationId, fileId, expirySeconds).toString(
        "base64url",
      );
      return `${publicUrl}/api/schat/${conversationId}/files/${fileId}?until=${expirySeconds}&signature=${signature}`;
    },

    /** Whether this installation signed the file's URL and the URL has not expired. */
    isValid(
      { id, file_id }: { id: string; file_id: string },
      { until, signature }: { until: number; signature: string },
    ): boolean {
      if (until * 1_000 < Date.now()) return false;
      return signingKeys.some(({ key }) => isSameSignature(signature, signFileLink(key, id, file_id, until)));
    },

    /**
     * Returns the URL of a file that an outside person sent, for use in a bot's story. The URL is valid as long as the
     * file exists.
     */
    lastingAddressOf(fileId: string): string {
      const signature = signFileId(permanentLinkKeys[0].key, fileId).toString("base64url");
      return `${publicUrl}/api/schat/files/${fileId}?signature=${signature}`;
    },
    isPermanentLinkSignature: (fileId: string, signature: string): boolean =>
      permanentLinkKeys.some(({ key }) => isSameSignature(signature, signFileId(key, fileId))),
  };
}

export type SignedFileLinks = ReturnType<typeof createSignedFileLinks>;
