import { AppError } from "../../kit/errors.ts";
import type { RepeatedEvents } from "../audit/service.ts";
import type { AttemptLimiter, SignedInAttemptOrigin } from "./attempts.ts";
import { verifyPassword } from "./passwords.ts";
import { createWrongPasswordError } from "./signed-in-user.ts";
import type { SignInUser } from "./store.ts";

export type PasswordChecker = ReturnType<typeof createPasswordChecker>;

/**
 * Returns a function that throws if the given password is not the person's own. Sensitive changes ask a signed-in
 * person for their password again, because somebody else may use their screen. The function logs wrong passwords, and
 * slows down further attempts as at sign-in.
 */
export function createPasswordChecker(attempts: AttemptLimiter, repeatedEvents: RepeatedEvents) {
  return async (user: SignInUser, password: string, attemptOrigin: SignedInAttemptOrigin): Promise<void> => {
    if (user.password_hash === null) throw new AppError("AUTH.NO_PASSWORD");
    const eventDetails = { author: { userId: user.id, ip: attemptOrigin.ip }, subjectId: user.id };
    await attempts.countAttempt(user.email, attemptOrigin).catch((error: unknown) => {
      if (error instanceof AppError) repeatedEvents.add({ ...eventDetails, action: "access.slow" });
      throw error;
    });
    if (!(await verifyPassword(user.password_hash, password))) {
      repeatedEvents.add({ ...eventDetails, action: "access.password" });
      throw createWrongPasswordError();
    }
    await attempts.recordSuccess(user.email, attemptOrigin);
  };
}
