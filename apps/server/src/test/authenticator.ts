import { Secret, TOTP } from "otpauth";

/** Returns the code that an authenticator app shows for a base 32 secret, `stepsFromNow` time steps of 30 s from now. */
export function codeOf(secret: string, stepsFromNow = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsFromNow * 30_000 });
}
