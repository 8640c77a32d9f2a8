import { emailSchema } from "@kakehashi/contract/credentials";
import { identitySignInLifetimeSeconds } from "@kakehashi/contract/identities";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import { recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { ClosablePages } from "../pages/service.ts";
import { createIdentityAccounts } from "./identity-account.ts";
import { IdentitySignInError } from "./identity-sign-in-error.ts";
import * as identityStore from "./identity-store.ts";
import { doesIssuerRunMailbox } from "./issuer-mailbox.ts";
import {
  createOpenIdClient,
  type IssuerOptions,
  IssuerUnreachableError,
  type IssuerUserClaims,
} from "./open-id-client.ts";
import { toPathOnThisSite } from "./safe-path.ts";
import { findSignedInUser } from "./signed-in-user.ts";
import * as store from "./store.ts";

export interface GoogleSignInDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  mailer: Mailer;
  pages: ClosablePages;
  publicUrl: string;
  /** The OpenID Connect issuer. Null: people sign in by password only. */
  google: IssuerOptions | null;
}

/**
 * The result of a sign-in at the identity provider: the person, and whether they sign in or only link the external
 * identity to their account.
 */
export interface GoogleSignInResult {
  user: store.SignInUser;
  wasLinked: boolean;
  nextPath: string;
  /** The session that the browser had before the sign-in at the issuer. The new session replaces it. */
  replacedSessionId: string | undefined;
}

export function createGoogleSignIn(dependencies: GoogleSignInDependencies) {
  const { db, mailer, publicUrl, google, log } = dependencies;
  const findOrCreateAccount = createIdentityAccounts(dependencies);
  const issuer = google && createOpenIdClient(google, `${publicUrl}/api/auth/google/callback`);
  const name = google?.issuer ?? "";
  /** Logs a failed sign-in that is not the person's fault. The person only sees that the sign-in failed. */
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, "A sign-in through Google came to nothing.");

  async function linkIdentity(
    tx: Kysely<DB>,
    user: store.SignInUser,
    claims: IssuerUserClaims,
    email: string,
    ip: string,
  ) {
    const identity = { issuer: name, subject: claims.subject, user_id: user.id, email };
    if (!(await identityStore.insertIdentity(tx, identity))) {
      // The identity was not stored: the account has another identity of this issuer, or the identity is already
      // linked. If another browser tab has just linked it to this account, nothing is left to do. Otherwise refuse.
      if ((await identityStore.findUserIdByIdentity(tx, name, claims.subject)) === user.id) return;
      throw new IdentitySignInError("taken");
    }
    await recordAudit(tx, { userId: user.id, ip }, "identity.link", user.id, { issuer: name });
  }

  async function sendIdentityLinkedMail(
    tx: Kysely<DB>,
    user: store.SignInUser,
    email: string,
  ): Promise<void> {
    await mailer.send(tx, {
      recipient: user.email,
      language: user.interface_language,
      template: "identity_linked",
      link: `${publicUrl}/settings`,
      values: { email },
    });
  }

  async function signInOrSignUp(
    flow: { user_id: string | null },
    claims: IssuerUserClaims,
    { language, ip }: { language: Language; ip: string },
  ): Promise<store.SignInUser> {
    return db.transaction().execute(async (tx) => {
      const identity = await identityStore.findUserIdByIdentity(tx, name, claims.subject);
      if (identity !== undefined) {
        if (flow.user_id !== null && flow.user_id !== identity) throw new IdentitySignInError("taken");
        const user = await store.findUserById(tx, identity);
        if (!user || user.deleted_at) throw new IdentitySignInError("failed");
        return user;
      }
      const email = emailSchema.safeParse(claims.email);
      if (!email.success || !claims.emailVerified) throw new IdentitySignInError("unverified");
      if (flow.user_id !== null) {
        const user = await store.findUserById(tx, flow.user_id);
        if (!user || user.deleted_at) throw new IdentitySignInError("failed");
        if (user.email !== email.data) throw new IdentitySignInError("mismatch");
        await linkIdentity(tx, user, claims, email.data, ip);
        await sendIdentityLinkedMail(tx, user, email.data);
        return user;
      }
      // The identity provider does not run this mailbox, so the person must confirm the e-mail address by our own mail.
      // If the address already has an account, its owner can link Google in the settings.
      if (!doesIssuerRunMailbox(email.data, claims)) throw new IdentitySignInError("foreign");
      const { user, isNew } = await findOrCreateAccount(tx, email.data, claims, language);
      if (user.deleted_at) throw new IdentitySignInError("failed");
      await linkIdentity(tx, user, claims, email.data, ip);
      if (!isNew) await sendIdentityLinkedMail(tx, user, email.data);
      return user;
    });
  }

  return {
    available: issuer !== null,
    logFailure,

    /**
     * Returns the URL to send the browser to, and a secret that the browser keeps until it returns. `userId`:
     * the account to link. `session`: the browser's current session.
     */
    async beginSignIn(
      nextPath: string | undefined,
      userId: string | null,
      session: string | undefined,
    ): Promise<{ address: string; browser: string }> {
      const path = toPathOnThisSite(nextPath, publicUrl);
      const isLinking = userId !== null;
      if (!issuer) throw new IdentitySignInError("off", path, isLinking);
      const { authorizationUrl: address, ...flow } = await issuer.createFlow().catch((error: unknown) => {
        logFailure(error);
        throw new IdentitySignInError("unreachable", path, isLinking);
      });
      const browser = newSecret();
      await identityStore.insertSignInFlow(db, {
        hash: hashSecret(browser),
        ...flow,
        next: path,
        user_id: userId,
        replacedSessionId: session,
        lifetimeSeconds: identitySignInLifetimeSeconds,
      });
      return { address, browser };
    },

    /**
     * Completes a sign-in at the issuer. `browser` is the secret that the browser kept, `callbackQuery` the
     * query that the issuer sent. Throws only IdentitySignInError.
     */
    async finishSignIn(
      browser: string | undefined,
      callbackQuery: URLSearchParams,
      requestOrigin: { language: Language; ip: string },
    ): Promise<GoogleSignInResult> {
      let path = "/home";
      let isLinking = false;
      try {
        if (!issuer) throw new IdentitySignInError("off");
        const flow =
          browser === undefined ? undefined : await identityStore.deleteSignInFlow(db, hashSecret(browser));
        path = flow?.next ?? path;
        isLinking = (flow?.user_id ?? null) !== null;
        // Refuse a forged request, a repeated request, and a sign-in that has expired.
        if (!flow || flow.expired || callbackQuery.get("state") !== flow.state)
          throw new IdentitySignInError("expired");
        if (callbackQuery.get("error") === "access_denied") throw new IdentitySignInError("denied");
        const claims = await issuer.finish(flow, callbackQuery);
        return {
          user: await signInOrSignUp(flow, claims, requestOrigin),
          wasLinked: isLinking,
          nextPath: path,
          replacedSessionId: flow.replaces ?? undefined,
        };
      } catch (error) {
        if (error instanceof IdentitySignInError)
          throw new IdentitySignInError(error.problem, path, isLinking);
        logFailure(error);
        throw new IdentitySignInError(
          error instanceof IssuerUnreachableError ? "unreachable" : "failed",
          path,
          isLinking,
        );
      }
    },

    async listIdentities(userId: string) {
      const rows = await identityStore.listIdentities(db, name, userId);
      return rows.map(({ email, created_at }) => ({
        issuer: "google" as const,
        email,
        created_at: created_at.toISOString(),
      }));
    },

    async unlinkIdentity(userId: string, ip: string): Promise<void> {
      await findSignedInUser(db, userId);
      await db.transaction().execute(async (tx) => {
        // Reads the password hash with a lock, so that it cannot change before the identity is removed. Without a
        // password the person could no longer sign in.
        if (!(await store.lockUserAndReadPasswordHash(tx, userId))) throw new AppError("AUTH.NO_PASSWORD");
        if (!(await identityStore.deleteIdentity(tx, name, userId))) throw createNotFoundError();
        await recordAudit(tx, { userId, ip }, "identity.unlink", userId, { issuer: name });
      });
    },
  };
}
