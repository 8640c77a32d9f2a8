import {
  challengeLifetimeSeconds,
  maximumChallengeTries,
  recoveryCodeCount,
  type TwoStepState,
} from "@kakehashi/contract/two-step";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import { type AuditAuthor, type RepeatedEvents, recordAudit } from "../audit/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { AttemptLimiter, AttemptOrigin, SignedInAttemptOrigin } from "./attempts.ts";
import type { PasswordChecker } from "./password-check.ts";
import { createSecondFactor, type SecondFactorKeys } from "./second-factor.ts";
import { findSignedInUser, lockRowOfSignedInUser } from "./signed-in-user.ts";
import { findUserById, lockUser, type SignInUser } from "./store.ts";
import { createTwoStepCodeCheck, type SendTwoStepMail } from "./two-step-code-check.ts";
import * as store from "./two-step-store.ts";

export interface TwoStepDependencies {
  db: Kysely<DB>;
  mailer: Mailer;
  attempts: AttemptLimiter;
  checkPassword: PasswordChecker;
  secondFactor: SecondFactorKeys;
  repeatedEvents: RepeatedEvents;
  publicUrl: string;
}

const groupInFours = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");

export type TwoStepVerification = ReturnType<typeof createTwoStep>;

export function createTwoStep({
  db,
  mailer,
  attempts,
  checkPassword,
  secondFactor,
  repeatedEvents,
  publicUrl,
}: TwoStepDependencies) {
  const secondFactorTools = createSecondFactor(secondFactor);

  const sendMail: SendTwoStepMail = async (tx, user, template, values = {}) => {
    const language = user.interface_language;
    const link = `${publicUrl}/settings`;
    await mailer.send(tx, { recipient: user.email, language, template, link, values });
  };

  const { runIfCodeIsRight, runForSignedIn, unlock } = createTwoStepCodeCheck({
    db,
    attempts,
    secondFactor: secondFactorTools,
    repeatedEvents,
    sendMail,
  });

  async function replaceRecoveryCodes(tx: Kysely<DB>, userId: string): Promise<string[]> {
    const codes = secondFactorTools.recoveryCodes();
    await store.replaceRecoveryCodes(
      tx,
      userId,
      codes.map((code) => secondFactorTools.hashRecoveryCode(userId, code)),
    );
    return codes.map(groupInFours);
  }

  async function requireTwoStep(userId: string): Promise<void> {
    if (!(await store.findTwoStep(db, userId))?.confirmed_at) throw new AppError("AUTH.TWO_STEP_OFF");
  }

  return {
    runForSignedIn,

    /**
     * Creates a challenge for a person who entered the right password or signed in at the identity provider. Returns
     * null if the account has no second sign-in step.
     */
    async createChallenge(user: SignInUser): Promise<string | null> {
      if (!(await store.findTwoStep(db, user.id))?.confirmed_at) return null;
      const challenge = newSecret();
      await store.insertChallenge(db, {
        hash: hashSecret(challenge),
        user_id: user.id,
        password_hash: user.password_hash,
        lifetimeSeconds: challengeLifetimeSeconds,
      });
      return challenge;
    },

    /**
     * Checks the code that a person enters for a challenge of the second sign-in step. Returns the challenge's account,
     * with the password hash from the time when the challenge was created.
     */
    async answerChallenge(
      challenge: string | undefined,
      code: string,
      findAttemptOrigin: (userId: string) => Promise<AttemptOrigin>,
    ): Promise<SignInUser> {
      const hash = hashSecret(challenge ?? "");
      const pendingChallenge = await store.findChallenge(db, hash, maximumChallengeTries);
      const user = pendingChallenge && (await findUserById(db, pendingChallenge.user_id));
      if (!user) throw new AppError("AUTH.CHALLENGE");
      return runIfCodeIsRight(user, code, await findAttemptOrigin(user.id), {
        count: async () => {
          if (!(await store.countChallengeAttempt(db, hash, maximumChallengeTries)))
            throw new AppError("AUTH.CHALLENGE");
        },
        lockForCheck: (tx) => lockUser(tx, user.id),
        work: async (tx) => {
          if (!(await store.deleteChallenge(tx, hash))) throw new AppError("AUTH.CHALLENGE");
          return { ...user, password_hash: pendingChallenge.password_hash };
        },
      });
    },

    async getState(userId: string): Promise<TwoStepState> {
      const storedTwoStep = await store.findTwoStep(db, userId);
      return {
        since: storedTwoStep?.confirmed_at?.toISOString() ?? null,
        recovery_codes_left: storedTwoStep?.confirmed_at ? Number(storedTwoStep.codes_left ?? 0) : 0,
      };
    },

    async setUp(
      userId: string,
      password: string,
      attemptOrigin: SignedInAttemptOrigin,
    ): Promise<{ secret: string; uri: string }> {
      const user = await findSignedInUser(db, userId);
      await checkPassword(user, password, attemptOrigin);
      const { encryptedSecret, secret, uri } = await secondFactorTools.createTotpSecret(user.id, user.email);
      await db.transaction().execute(async (tx) => {
        await lockRowOfSignedInUser(tx, user, attemptOrigin.knownClientName);
        if (!(await store.saveUnconfirmedTotpSecret(tx, user.id, encryptedSecret)))
          throw new AppError("AUTH.TWO_STEP_ON");
      });
      return { secret, uri };
    },

    async confirm(userId: string, code: string, attemptOrigin: SignedInAttemptOrigin): Promise<string[]> {
      const user = await findSignedInUser(db, userId);
      const storedTwoStep = await store.findTwoStep(db, userId);
      if (storedTwoStep?.confirmed_at) throw new AppError("AUTH.TWO_STEP_ON");
      if (!storedTwoStep) throw new AppError("AUTH.TWO_STEP_OFF");
      return runForSignedIn(user, code, attemptOrigin, async (tx) => {
        if (!(await store.markTotpSecretConfirmed(tx, userId))) throw new AppError("AUTH.TWO_STEP_ON");
        await sendMail(tx, user, "two_step_on");
        await recordAudit(tx, { userId, ip: attemptOrigin.ip }, "two-step.on", userId);
        return replaceRecoveryCodes(tx, userId);
      });
    },

    async renewRecoveryCodes(
      userId: string,
      password: string,
      code: string,
      attemptOrigin: SignedInAttemptOrigin,
    ): Promise<string[]> {
      const user = await findSignedInUser(db, userId);
      await requireTwoStep(userId);
      await checkPassword(user, password, attemptOrigin);
      return runForSignedIn(user, code, attemptOrigin, async (tx) => {
        await recordAudit(tx, { userId, ip: attemptOrigin.ip }, "two-step.recovery-codes", userId, {
          count: recoveryCodeCount,
        });
        return replaceRecoveryCodes(tx, userId);
      });
    },

    async turnOff(
      userId: string,
      password: string,
      code: string,
      attemptOrigin: SignedInAttemptOrigin,
    ): Promise<void> {
      const user = await findSignedInUser(db, userId);
      await requireTwoStep(userId);
      await checkPassword(user, password, attemptOrigin);
      await runForSignedIn(user, code, attemptOrigin, async (tx) => {
        await store.removeTwoStep(tx, userId);
        await sendMail(tx, user, "two_step_off");
        await recordAudit(tx, { userId, ip: attemptOrigin.ip }, "two-step.off", userId);
      });
    },

    /**
     * Lets an admin switch the second sign-in step off for a person who has lost their phone and their recovery codes.
     */
    async reset(author: AuditAuthor, userId: string): Promise<void> {
      const user = await findSignedInUser(db, userId);
      await db.transaction().execute(async (tx) => {
        if (!(await store.removeTwoStep(tx, userId))) throw new AppError("AUTH.TWO_STEP_OFF");
        await sendMail(tx, user, "two_step_reset");
        await recordAudit(tx, author, "two-step.reset", userId);
      });
      await unlock(userId);
    },

    /** Encrypts every TOTP secret with the newest key, so that older keys can be deleted. */
    resealSecrets: () =>
      store.reencryptTotpSecrets(db, secondFactor.keyring.newestKeyId, secondFactorTools.encryptAgain),

    /** Resets the count of a person's wrong codes. */
    unlock,
  };
}
