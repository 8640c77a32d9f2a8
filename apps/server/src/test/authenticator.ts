import { Secret, TOTP } from "otpauth";

/**
 * Returns the code that an authenticator app shows for a secret (in base 32). `stepsFromNow` moves the time by steps of
 * 30 seconds.
 */
export function authenticatorCodeOf(secret: string, stepsFromNow = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsFromNow * 30_000 });
}
