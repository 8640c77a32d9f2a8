import { AppError } from "../../kit/errors.ts";
import type { Attempts, Guesser } from "./attempts.ts";
import { verifyPassword } from "./passwords.ts";
import { wrongPassword } from "./signed-in-user.ts";
import type { SignInUser } from "./store.ts";

/**
 * Asks a signed-in person for their password again before sensitive changes: somebody else may sit at their screen.
 * Guesses are slowed down as at sign-in.
 */
export function createPasswordCheck(attempts: Attempts) {
  return async (user: SignInUser, password: string, from: Guesser): Promise<void> => {
    if (user.password_hash === null) throw new AppError("AUTH.NO_PASSWORD");
    await attempts.takeAttempt(user.email, from);
    if (!(await verifyPassword(user.password_hash, password))) throw wrongPassword();
    await attempts.recordSuccess(user.email, from);
  };
}
