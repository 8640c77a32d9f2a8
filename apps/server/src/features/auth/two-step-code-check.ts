import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { type RepeatedEvents, recordAudit } from "../audit/service.ts";
import type { MailTemplateName } from "../mail/service.ts";
import type { AttemptLimiter, AttemptOrigin, SignedInAttemptOrigin } from "./attempts.ts";
import type { createSecondFactor } from "./second-factor.ts";
import { lockRowOfSignedInUser } from "./signed-in-user.ts";
import type { SignInUser } from "./store.ts";
import * as store from "./two-step-store.ts";

/**
 * Wrong codes and wrong passwords are counted separately, because a right password must not reset the count of wrong
 * codes.
 */
const attemptsKeyOf = (userId: string) => `two-step:${userId}`;

/** Sends a person the mail of this template about their second sign-in step, for example that it was switched on. */
export type SendTwoStepMail = (
  tx: Kysely<DB>,
  user: Pick<SignInUser, "email" | "interface_language">,
  template: MailTemplateName,
  values?: Record<string, string>,
) => Promise<void>;

interface CodeCheckDependencies {
  db: Kysely<DB>;
  attempts: AttemptLimiter;
  secondFactor: ReturnType<typeof createSecondFactor>;
  repeatedEvents: RepeatedEvents;
  sendMail: SendTwoStepMail;
}

/**
 * Checks the codes of the second sign-in step. Each code works once. After several wrong codes the person must wait
 * before the next attempt.
 */
export function createTwoStepCodeCheck({
  db,
  attempts,
  secondFactor,
  repeatedEvents,
  sendMail,
}: CodeCheckDependencies) {
  const createCodeRefusedError = () => new AppError("AUTH.CODE", { fields: { code: "code_refused" } });

  /** Marks a TOTP code or a recovery code as used. Returns false for a wrong or used code. */
  async function markCodeUsed(tx: Kysely<DB>, user: SignInUser, code: string, ip: string): Promise<boolean> {
    if (/^\d{6}$/.test(code)) {
      const storedTwoStep = await store.findTwoStep(tx, user.id);
      const timeStep =
        storedTwoStep &&
        (await secondFactor.findTimeStep({ ...storedTwoStep, value: storedTwoStep.secret }, user.id, code));
      return typeof timeStep === "number" && store.markTimeStepUsed(tx, user.id, timeStep);
    }
    const hashes = secondFactor.hashesOfRecoveryCode(user.id, code);
    if (!(await store.markRecoveryCodeUsed(tx, user.id, hashes))) return false;
    const remainingCodes = Number((await store.findTwoStep(tx, user.id))?.codes_left ?? 0);
    await sendMail(tx, user, "recovery_code_used", { left: String(remainingCodes) });
    await recordAudit(tx, { userId: user.id, ip }, "two-step.recovery-code", user.id, {
      left: remainingCodes,
    });
    return true;
  }

  /**
   * Runs `work` if the code is right. First counts the attempt, also with `countCodeAttempt`, and throws if too many
   * came before. Then one transaction locks the account with `lockForCheck`, marks the code as used and runs `work`.
   * After several wrong codes the person must wait, as after wrong passwords.
   */
  async function runIfCodeIsRight<T>(
    user: SignInUser,
    code: string,
    attemptOrigin: AttemptOrigin,
    {
      count: countCodeAttempt = async () => {},
      lockForCheck,
      work,
    }: {
      count?: () => Promise<void>;
      lockForCheck: (tx: Kysely<DB>) => Promise<void>;
      work: (tx: Kysely<DB>) => Promise<T>;
    },
  ): Promise<T> {
    const author = { userId: null, ip: attemptOrigin.ip };
    await attempts.countAttempt(attemptsKeyOf(user.id), attemptOrigin).catch((error: unknown) => {
      repeatedEvents.add({ author, action: "sign-in.slow", subjectId: user.id });
      throw error;
    });
    await countCodeAttempt();
    const result = await db.transaction().execute(async (tx) => {
      await lockForCheck(tx);
      return (await markCodeUsed(tx, user, code, attemptOrigin.ip)) ? { value: await work(tx) } : null;
    });
    if (!result) {
      repeatedEvents.add({ author, action: "sign-in.code", subjectId: user.id });
      throw createCodeRefusedError();
    }
    await attempts.recordSuccess(attemptsKeyOf(user.id), attemptOrigin);
    return result.value;
  }

  /**
   * Runs `work` for a signed-in person if their code is right. Throws if their session has ended or their password has
   * changed since the request began.
   */
  const runForSignedInPerson = <T>(
    user: SignInUser,
    code: string,
    attemptOrigin: SignedInAttemptOrigin,
    runInTransaction: (tx: Kysely<DB>) => Promise<T>,
  ): Promise<T> =>
    runIfCodeIsRight(user, code, attemptOrigin, {
      lockForCheck: (tx) => lockRowOfSignedInUser(tx, user, attemptOrigin.knownClientName),
      work: runInTransaction,
    });

  return {
    runIfCodeIsRight,
    runForSignedIn: runForSignedInPerson,
    /** Resets the count of the person's wrong codes. */
    unlock: (userId: string) => attempts.deleteFailureCounts(attemptsKeyOf(userId)),
  };
}
