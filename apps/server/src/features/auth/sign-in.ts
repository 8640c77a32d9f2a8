import type { SessionTokens } from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret } from "../../kit/ids.ts";
import type { RepeatedEvents } from "../audit/service.ts";
import type { AttemptLimiter, AttemptOrigin } from "./attempts.ts";
import { describeDevice } from "./devices.ts";
import { verifyPassword } from "./passwords.ts";
import type { Registration } from "./registration.ts";
import * as sessionStore from "./session-store.ts";
import type { SessionOrigin } from "./session-tokens.ts";
import * as store from "./store.ts";
import type { TwoStepVerification } from "./two-step.ts";

/**
 * The result of a first sign-in step, by password or at the identity provider: tokens, or the challenge for the second
 * sign-in step.
 */
export type SignInResult = { tokens: SessionTokens } | { challenge: string };

export interface SignInDependencies {
  db: Kysely<DB>;
  repeatedEvents: RepeatedEvents;
  attempts: AttemptLimiter;
  registration: Registration;
  twoStep: TwoStepVerification;
  openSession: (user: store.SignInUser, origin: SessionOrigin) => Promise<SessionTokens>;
}

/** Signs people in: by password, by a confirmed e-mail address, and by a code as the second sign-in step. */
export function createSignIn({
  db,
  repeatedEvents,
  attempts,
  registration,
  twoStep,
  openSession: open,
}: SignInDependencies) {
  /**
   * Signs a person in after a right password or a sign-in at the identity provider. If the person has a second sign-in
   * step, asks for a code instead.
   */
  async function openSessionOrChallenge(
    user: store.SignInUser,
    origin: SessionOrigin,
  ): Promise<SignInResult> {
    const challenge = await twoStep.createChallenge(user);
    return challenge === null ? { tokens: await open(user, origin) } : { challenge };
  }

  /**
   * Describes the caller for the failure counts. A browser in which the account was signed in before is identified by
   * the hash of its name in the cookie.
   */
  const toAttemptOrigin = (
    { ip }: SessionOrigin,
    device: Buffer,
    isKnownBrowser: boolean,
  ): AttemptOrigin => ({
    ip,
    knownClientName: isKnownBrowser ? device.toString("hex") : null,
  });

  return {
    openSessionOrChallenge,

    async signIn(email: string, password: string, origin: SessionOrigin): Promise<SignInResult> {
      const author = { userId: null, ip: origin.ip };
      const details = { device: describeDevice(origin.userAgent) };
      const device = hashSecret(origin.deviceSecret);
      const {
        user,
        pendingSignUp,
        knowsBrowser = false,
      } = (await store.findAccountForSignIn(db, email, device)) ?? {};
      const attemptOrigin = toAttemptOrigin(origin, device, knowsBrowser);
      await attempts.countAttempt(email, attemptOrigin).catch((error: unknown) => {
        repeatedEvents.add({ author, action: "sign-in.slow", subjectId: user?.id ?? null, details });
        throw error;
      });
      const passwordHash = user?.confirmed_at ? user.password_hash : pendingSignUp?.password_hash;
      if (!(await verifyPassword(passwordHash, password)) || !user) {
        repeatedEvents.add({ author, action: "sign-in.fail", subjectId: user?.id ?? null, details });
        throw new AppError("AUTH.CREDENTIALS");
      }
      await attempts.recordSuccess(email, attemptOrigin);
      if (pendingSignUp) {
        const language = user.interface_language;
        await db
          .transaction()
          .execute((tx) =>
            registration.sendConfirmationMail(tx, { id: user.id, email, language }, pendingSignUp),
          );
        throw new AppError("AUTH.UNCONFIRMED");
      }
      return openSessionOrChallenge(user, origin);
    },

    /**
     * Confirms an e-mail address and signs its owner in. Asks for no second sign-in step, because a new account has
     * none.
     */
    async confirm(
      input: { token: string; password: string; isNew: boolean },
      origin: SessionOrigin,
    ): Promise<{ email: string; tokens: SessionTokens }> {
      const user = await registration.confirm(input.token, input.password, input.isNew);
      return { email: user.email, tokens: await open(user, origin) };
    },

    async answerChallenge(
      challenge: string | undefined,
      code: string,
      origin: SessionOrigin,
    ): Promise<SessionTokens> {
      const device = hashSecret(origin.deviceSecret);
      const attemptOriginOf = async (userId: string) =>
        toAttemptOrigin(origin, device, await sessionStore.wasSignedInWithBrowser(db, userId, device));
      return open(await twoStep.answerChallenge(challenge, code, attemptOriginOf), origin);
    },
  };
}
