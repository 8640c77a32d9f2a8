import { Secret, TOTP } from "otpauth";

/** Returns the code of an authenticator app for a base 32 secret, `stepsFromNow` steps of 30 seconds from now. */
export function codeOf(secret: string, stepsFromNow = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsFromNow * 30_000 });
}
