import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Keyring } from "../../kit/secrets.ts";
import { listSecurityEventsOfAccount, type RepeatedEvents } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { ClosablePages } from "../pages/service.ts";
import { createAttemptLimiter, type SignedInAttemptOrigin } from "./attempts.ts";
import { createAuthentication } from "./callers.ts";
import { createEmailChange } from "./email-change.ts";
import { createGoogleSignIn } from "./google-sign-in.ts";
import type { IssuerOptions } from "./open-id-client.ts";
import { createOwnSessions } from "./own-sessions.ts";
import { createPasswordChecker } from "./password-check.ts";
import { createPasswordReset } from "./password-reset.ts";
import { pruneSignIns } from "./pruning.ts";
import { createRefusedCallRecorder } from "./refused-call-recorder.ts";
import { createRegistration } from "./registration.ts";
import { readSecondFactorKeys } from "./second-factor.ts";
import { createSessionTokens } from "./session-tokens.ts";
import type { SessionLookup } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";
import { findSignedInUser, lockRowOfSignedInUser } from "./signed-in-user.ts";
import * as store from "./store.ts";
import type { AccessTokens } from "./tokens.ts";
import { createTwoStep } from "./two-step.ts";
import { isWeakPassword, type PasswordOwner } from "./weak-passwords.ts";

export interface AuthDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  jobs: Jobs;
  mailer: Mailer;
  live: Live;
  tokens: AccessTokens;
  sessions: SessionLookup;
  publicUrl: string;
  pages: ClosablePages;
  keyring: Keyring;
  /** The OpenID Connect provider. Null: people sign in by password only. */
  google: IssuerOptions | null;
  repeatedEvents: RepeatedEvents;
  /**
   * Whether to count failures per network. False for tests and benchmarks, where many people sign in from one computer.
   */
  hasRateLimits: boolean;
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;

export async function createAuth(dependencies: AuthDependencies) {
  const authDependencies = {
    ...dependencies,
    log: dependencies.log.child({ feature: "auth" }),
    secondFactor: await readSecondFactorKeys(dependencies.db, dependencies.keyring),
  };
  const { db, repeatedEvents } = authDependencies;
  const attempts = createAttemptLimiter(db, { limitsNetworks: authDependencies.hasRateLimits });
  const checkPassword = createPasswordChecker(attempts, repeatedEvents);
  const registration = createRegistration(authDependencies);
  const recovery = createPasswordReset({ ...authDependencies, attempts, checkPassword });
  const twoStep = createTwoStep({ ...authDependencies, attempts, checkPassword });
  const ownSessions = createOwnSessions(authDependencies);
  const sessionTokens = createSessionTokens({ ...authDependencies, ownSessions });
  const refusedCalls = createRefusedCallRecorder(db, repeatedEvents, authDependencies.tokens);
  await twoStep.resealSecrets();

  return {
    ...createSignIn({
      db,
      repeatedEvents,
      attempts,
      registration,
      twoStep,
      openSession: sessionTokens.openSession,
    }),
    twoStep,
    emailChange: createEmailChange({ ...authDependencies, attempts, checkPassword, twoStep }),
    identity: createGoogleSignIn(authDependencies),
    refresh: sessionTokens.refresh,

    signUp: registration.signUp,
    resendSignUp: registration.resend,
    linkState: registration.mailLinkState,
    forgetPassword: recovery.sendReset,
    resetPassword: recovery.resetPassword,
    changePassword: recovery.change,

    sessionOf: ownSessions.findSessionIdOfToken,
    sessionsOf: ownSessions.list,
    signOut: ownSessions.signOut,
    signOutEverywhere: ownSessions.signOutEverywhere,
    endSessionOfUser: ownSessions.endOwnSession,
    endAllSessions: ownSessions.endAllSessions,

    ...createAuthentication({
      sessions: authDependencies.sessions,
      refusedCalls,
      secureCookies: authDependencies.publicUrl.startsWith("https:"),
    }),
    recordAdminRefused: refusedCalls.recordRefusedAdminCall,
    recordRefused: refusedCalls.recordRefusedCall,

    unlock: attempts.deleteFailureCounts,
    prune: () => pruneSignIns(db),

    /**
     * Asks a signed-in person for their password again. Returns the account. The caller must then lock the account in
     * its own transaction.
     */
    async confirmPassword(
      userId: string,
      password: string,
      from: SignedInAttemptOrigin,
    ): Promise<store.SignInUser> {
      const user = await findSignedInUser(db, userId);
      await checkPassword(user, password, from);
      return user;
    },

    lockSignedInUser: lockRowOfSignedInUser,

    /**
     * Whether a password is weak for the person who chooses it. For a signed-in person, checks their stored
     * name and e-mail address too.
     */
    async isWeakPassword(
      password: string,
      enteredPasswordOwner: PasswordOwner,
      userId: string | null,
    ): Promise<boolean> {
      const user = userId === null ? undefined : await store.findUserById(db, userId);
      return (
        (await isWeakPassword(password, enteredPasswordOwner)) || (!!user && isWeakPassword(password, user))
      );
    },

    async activityOf(userId: string, page: { page: number; paging: number }) {
      await repeatedEvents.flush();
      return listSecurityEventsOfAccount(db, userId, page);
    },
  };
}
