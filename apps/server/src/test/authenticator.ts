import { Secret, TOTP } from "otpauth";

/** Returns the code that an authenticator app shows for a base 32 secret, `steps` time steps of 30 s from now. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}
