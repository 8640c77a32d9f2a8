import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../../kit/secrets.ts";

/** A platform fetches a file soon after it was told of it, and may try again for some hours. */
const validHours = 24;

/** Addresses at which a platform fetches the files of a conversation. They are signed, and end after a day. */
export function createFileLinks(keyring: Keyring, publicUrl: string) {
  const keys = keyring.keysFor("channel-file");
  const sign = (key: Uint8Array, conversationId: string, fileId: string, until: number): Buffer =>
    createHmac("sha256", key).update(`${conversationId} ${fileId} ${until}`).digest();

  return {
    addressOf(conversationId: string, fileId: string): string {
      const until = Math.floor(Date.now() / 1_000) + validHours * 3_600;
      const signature = sign(keys[0].key, conversationId, fileId, until).toString("base64url");
      return `${publicUrl}/api/schat/${conversationId}/files/${fileId}?until=${until}&signature=${signature}`;
    },

    /** Whether this installation made the address, and it has not ended. */
    isValid(
      { id, file_id }: { id: string; file_id: string },
      { until, signature }: { until: number; signature: string },
    ): boolean {
      if (until * 1_000 < Date.now()) return false;
      const given = Buffer.from(signature, "base64url");
      return keys.some(({ key }) => {
        const made = sign(key, id, file_id, until);
        return given.length === made.length && timingSafeEqual(given, made);
      });
    },
  };
}

export type FileLinks = ReturnType<typeof createFileLinks>;
