import { randomFillSync } from "node:crypto";

/** The bytes of one nonce. CSP asks for at least 128 bits (Content Security Policy Level 3, 7.1). */
const nonceBytes = 16;
/**
 * A buffer of random bytes for the next nonces. Filling it takes hardly longer than getting the 16 bytes of one nonce.
 */
const randomBytesBuffer = Buffer.alloc(256 * nonceBytes);
let usedBytes = randomBytesBuffer.length;

/** Returns a new nonce, which allows the inline scripts of one page. */
export function newNonce(): string {
  if (usedBytes === randomBytesBuffer.length) {
    randomFillSync(randomBytesBuffer);
    usedBytes = 0;
  }
  usedBytes += nonceBytes;
  return randomBytesBuffer.toString("base64", usedBytes - nonceBytes, usedBytes);
}
