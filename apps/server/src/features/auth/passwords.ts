import { channel } from "node:diagnostics_channel";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createTaskQueue } from "../../kit/turns.ts";

/** Parameters of argon2id, by OWASP's first recommendation: 19 MiB, two passes, one lane. */
const argon2Parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Maximum number of password hashes computed at once. Each needs a CPU core and a libuv thread for about 20 ms. One
 * core stays free for the event loop, and one of libuv's four threads stays free for files and DNS.
 */
const runHashInTurn = createTaskQueue(Math.max(1, Math.min(availableParallelism() - 1, 3)));

/**
 * Tells its subscribers about each computed password hash. Tests compare the counts of two requests, to show that both
 * cost the server the same work.
 */
export const passwordHashDiagnosticsChannel = channel("kakehashi:password");

/**
 * A hash that matches no password. Checking against it makes an unknown e-mail address take as long as a
 * known one.
 */
const dummyHash = hash("nobody", argon2Parameters);

export function hashPassword(password: string): Promise<string> {
  passwordHashDiagnosticsChannel.publish("hash");
  return runHashInTurn(() => hash(password.normalize("NFC"), argon2Parameters));
}

/**
 * Compares a password with a hash. Returns false for an account without a password, after the same amount of
 * work.
 */
export async function verifyPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const hashToCompare = storedHash ?? (await dummyHash);
  passwordHashDiagnosticsChannel.publish("verify");
  const isPasswordRight = await runHashInTurn(() => verify(hashToCompare, password.normalize("NFC")));
  return isPasswordRight && storedHash !== null && storedHash !== undefined;
}
