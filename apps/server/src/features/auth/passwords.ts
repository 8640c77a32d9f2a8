import { hash, verify } from "@node-rs/argon2";

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const setting = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A hash of no password, so that an unknown address costs the same time as a known one. */
const nobody = hash("nobody", setting);

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), setting);
}

/** False for an account without a password, after the same work. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password.normalize("NFC"));
  return matches && stored !== null && stored !== undefined;
}
