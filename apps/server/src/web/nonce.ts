import { randomFillSync } from "node:crypto";

/** The number of bytes in a nonce. CSP asks for at least 128 bits (Content Security Policy Level 3, 7.1). */
const nonceBytes = 16;
/**
 * Random bytes for the next nonces. Filling this buffer takes hardly longer than generating the 16 bytes of a single
 * nonce.
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
