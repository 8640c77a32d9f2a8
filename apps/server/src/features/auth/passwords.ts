import { channel } from "node:diagnostics_channel";
import { hash, verify } from "@node-rs/argon2";

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const setting = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Told of every hash that is computed: that two answers cost the same is shown by counting them. */
export const passwordWork = channel("kakehashi:password");

/** A hash of no password, so that an unknown address costs the same time as a known one. */
const nobody = hash("nobody", setting);

export function hashPassword(password: string): Promise<string> {
  passwordWork.publish("hash");
  return hash(password.normalize("NFC"), setting);
}

/** False for an account without a password, after the same work. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const compared = stored ?? (await nobody);
  passwordWork.publish("verify");
  const matches = await verify(compared, password.normalize("NFC"));
  return matches && stored !== null && stored !== undefined;
}
