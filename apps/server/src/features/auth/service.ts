import type { Language } from "@kakehashi/contract/languages";
import {
  accessTokenLifetime,
  refreshGrace,
  refreshTokenLifetime,
  type Session,
  type Tokens,
} from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Live } from "../live/service.ts";
import { type Mailer, momentInWords } from "../mail/service.ts";
import type { Pages } from "../pages/service.ts";
import { createAttempts } from "./attempts.ts";
import { describeDevice } from "./devices.ts";
import { createIdentity } from "./identity.ts";
import type { IssuerOptions } from "./issuer.ts";
import { createPasswordCheck } from "./password-check.ts";
import { verifyPassword } from "./passwords.ts";
import { pruneSignIns } from "./pruning.ts";
import { createRecovery } from "./recovery.ts";
import { createRegistration } from "./registration.ts";
import * as sessionStore from "./session-store.ts";
import type { Sessions } from "./sessions.ts";
import * as store from "./store.ts";
import type { AccessTokens } from "./tokens.ts";
import { createTwoStep } from "./two-step.ts";

export interface AuthParts {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  live: Live;
  tokens: AccessTokens;
  sessions: Sessions;
  publicUrl: string;
  pages: Pages;
  /** 256 bits that every process of this installation shares. */
  twoStepKey: Uint8Array;
  /** Null: one signs in by password alone. */
  google: IssuerOptions | null;
  onError: (error: unknown) => void;
  /** Off where one machine plays many people. */
  slowAddresses: boolean;
}

/** From where a session is opened, for the person to recognise it later. */
export interface Origin {
  ip: string;
  userAgent: string;
  /** The browser's own name for itself, kept in its cookie; a browser that has none gets this one. */
  device: string;
}

/** In, or at the second step with what to show there. */
export type Admission = { tokens: Tokens } | { challenge: string };

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(parts: AuthParts) {
  const { db, mailer, live, tokens, sessions, publicUrl } = parts;
  const attempts = createAttempts(db, parts);
  const registration = createRegistration(parts);
  const recovery = createRecovery({ ...parts, attempts });
  const twoStep = createTwoStep({ ...parts, attempts });

  async function issueTokens(tx: Kysely<DB>, userId: string, sessionId: string): Promise<Tokens> {
    const refresh = newSecret();
    await sessionStore.insertRefreshToken(tx, {
      hash: hashSecret(refresh),
      session_id: sessionId,
      lifetime: refreshTokenLifetime,
    });
    return {
      access_token: await tokens.issue(userId, sessionId),
      refresh_token: refresh,
      expires_in: accessTokenLifetime,
    };
  }

  async function endSession(sessionId: string): Promise<void> {
    const ended = await sessionStore.revokeSession(db, sessionId);
    sessions.forget(sessionId);
    if (ended) live.endSessions(ended.user_id, sessionId);
  }

  /** Opens a session for somebody who has proved who they are, and tells them when their browser is a new one. */
  async function open(user: store.SignInUser, origin: Origin): Promise<Tokens> {
    return db.transaction().execute(async (tx) => {
      // A reset that committed since the password was compared has ended all sessions: none may follow it. One that
      // has not waits for this transaction, and then ends this session too.
      if ((await store.holdPassword(tx, user.id)) !== user.password_hash)
        throw new AppError("AUTH.CREDENTIALS");
      const id = newId();
      const device = hashSecret(origin.device);
      const known = await sessionStore.knowsDevice(tx, user.id, {
        device,
        userAgent: origin.userAgent,
        ip: origin.ip,
      });
      await sessionStore.insertSession(tx, {
        id,
        user_id: user.id,
        user_agent: origin.userAgent,
        ip: origin.ip,
        device,
      });
      if (!known) {
        const language = user.interface_language as Language;
        await mailer.send(tx, {
          to: user.email,
          language,
          template: "new_device",
          link: `${publicUrl}/settings`,
          values: {
            device: describeDevice(origin.userAgent),
            ip: origin.ip,
            time: momentInWords(new Date(), language, user.settings),
          },
        });
      }
      return issueTokens(tx, user.id, id);
    });
  }

  /** Lets in whoever has given the first proof, or asks for the second. */
  async function admit(user: store.SignInUser, origin: Origin): Promise<Admission> {
    const challenge = await twoStep.challenge(user);
    return challenge === null ? { tokens: await open(user, origin) } : { challenge };
  }

  const checkPassword = createPasswordCheck(attempts);

  return {
    admit,
    twoStep,
    identity: createIdentity(parts),

    /** Asks for a signed-in person's password once more; answers whose it is. */
    async confirmPassword(userId: string, password: string, ip: string): Promise<store.SignInUser> {
      const user = await store.findUserById(db, userId);
      if (!user) throw new AppError("ERR.TOK0101");
      await checkPassword(user, password, ip);
      return user;
    },

    endSession,
    signUp: registration.signUp,
    confirm: registration.confirm,
    forgetPassword: recovery.forget,
    resetPassword: recovery.reset,
    changePassword: recovery.change,
    unlock: attempts.unlock,
    prune: () => pruneSignIns(db),

    async signIn(email: string, password: string, origin: Origin): Promise<Admission> {
      await attempts.take(email, origin.ip);
      const { user, waiting } = (await store.findForSignIn(db, email)) ?? {};
      const stored = user?.confirmed_at ? user.password_hash : waiting?.password_hash;
      if (!(await verifyPassword(stored, password)) || !user) throw new AppError("AUTH.CREDENTIALS");
      await attempts.succeed(email, origin.ip);
      if (waiting) {
        const language = user.interface_language as Language;
        await db
          .transaction()
          .execute((tx) => registration.mailConfirmation(tx, { id: user.id, email, language }, waiting));
        throw new AppError("AUTH.UNCONFIRMED");
      }
      return admit(user, origin);
    },

    async answerChallenge(challenge: string | undefined, code: string, origin: Origin): Promise<Tokens> {
      return open(await twoStep.answer(challenge, code, origin.ip), origin);
    },

    /**
     * A token works once. Shown again within the grace it is a second tab that raced; later it is a stolen copy, and
     * the whole session ends.
     */
    async refresh(refreshToken: string | undefined): Promise<Tokens> {
      if (!refreshToken) throw new AppError("AUTH.REFRESH");
      const hash = hashSecret(refreshToken);
      const outcome = await db.transaction().execute(async (tx) => {
        const shown = await sessionStore.lockRefreshToken(tx, hash);
        if (!shown || shown.revoked_at || shown.expired) return null;
        if (shown.used_for !== null && shown.used_for > refreshGrace) return { stolen: shown.session_id };
        await sessionStore.spendRefreshToken(tx, hash, shown.session_id);
        return { issued: await issueTokens(tx, shown.user_id, shown.session_id) };
      });
      if (outcome?.issued) return outcome.issued;
      if (outcome?.stolen) await endSession(outcome.stolen);
      throw new AppError("AUTH.REFRESH");
    },

    /** Whose session a refresh token belongs to, for signing out without an access token. */
    async endSessionOf(refreshToken: string): Promise<void> {
      const shown = await sessionStore.lockRefreshToken(db, hashSecret(refreshToken));
      if (shown) await endSession(shown.session_id);
    },

    async sessionsOf(actor: { userId: string; sessionId: string }): Promise<Session[]> {
      const rows = await sessionStore.listSessions(db, actor.userId);
      return rows.map(({ created_at, refreshed_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        refreshed_at: refreshed_at.toISOString(),
        current: row.id === actor.sessionId,
      }));
    },

    /** One of a person's own sessions. */
    async endSessionOfUser(userId: string, sessionId: string): Promise<void> {
      const ended = await sessionStore.revokeSession(db, sessionId, userId);
      if (!ended) throw notFound();
      sessions.forget(sessionId);
      live.endSessions(userId, sessionId);
    },

    async endAllSessions(userId: string): Promise<void> {
      await sessionStore.revokeSessions(db, userId, null);
      sessions.forgetUser(userId);
      live.endSessions(userId);
    },
  };
}
