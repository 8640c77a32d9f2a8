import { channel } from "node:diagnostics_channel";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createTurns } from "../../kit/turns.ts";

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const setting = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Hashes at once: each fills a core for some 20 ms. One core stays with the event loop, else it waits for theirs; and all
 * four of libuv's threads would keep files and names waiting.
 */
const turn = createTurns(Math.max(1, Math.min(availableParallelism() - 1, 3)));

/** Told of every hash that is computed: that two answers cost the same is shown by counting them. */
export const passwordWork = channel("kakehashi:password");

/** A hash of no password, so that an unknown address costs the same time as a known one. */
const nobody = hash("nobody", setting);

export function hashPassword(password: string): Promise<string> {
  passwordWork.publish("hash");
  return turn(() => hash(password.normalize("NFC"), setting));
}

/** False for an account without a password, after the same work. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const compared = stored ?? (await nobody);
  passwordWork.publish("verify");
  const matches = await turn(() => verify(compared, password.normalize("NFC")));
  return matches && stored !== null && stored !== undefined;
}
