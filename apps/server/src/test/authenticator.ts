import { Secret, TOTP } from "otpauth";

/** Returns the code that an authenticator app shows for a base 32 secret, in `stepsFromNow` steps of 30 seconds. */
export function codeOf(secret: string, stepsFromNow = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsFromNow * 30_000 });
}
