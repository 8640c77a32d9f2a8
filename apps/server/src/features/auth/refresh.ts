import { createHash } from "node:crypto";
import {
  accessTokenLifetimeSeconds,
  refreshGraceSeconds,
  type SessionTokens,
  signInSessionLifetimeSeconds,
} from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import { createEncryption } from "../../kit/secrets.ts";
import * as store from "./session-store.ts";
import type { AccessTokens } from "./tokens.ts";

/**
 * The result of exchanging a refresh token: the new tokens, or why there are none. `stolenSessionId`: the token was
 * used again after its grace period, so somebody else has a copy. `endReason`: the session has ended. Null: the token
 * does not exist, its session accepts no such cookie, or its next token cannot be found any more.
 */
export type TokenRenewalResult =
  | { tokens: SessionTokens }
  | { stolenSessionId: string }
  | { endReason: store.StoredEndReason | "expired" }
  | null;

/**
 * Encrypts the next refresh token with the token that it replaces. So only somebody who holds the replaced token can
 * read the next one.
 */
const createSuccessorCipher = (token: string) =>
  createEncryption(createHash("sha256").update(`successor:${token}`).digest());

/** A session's refresh tokens form a chain. Each token replaces the one before it, and only the last token is valid. */
export function createRefreshTokens(db: Kysely<DB>, accessTokens: AccessTokens) {
  async function createTokenPair(
    userId: string,
    sessionId: string,
    refreshToken: string,
  ): Promise<SessionTokens> {
    return {
      access_token: await accessTokens.issue(userId, sessionId),
      refresh_token: refreshToken,
      expires_in: accessTokenLifetimeSeconds,
    };
  }

  async function insertNewRefreshToken(tx: Kysely<DB>, sessionId: string): Promise<string> {
    const token = newSecret();
    await store.insertRefreshToken(tx, {
      hash: hashSecret(token),
      session_id: sessionId,
      lifetimeSeconds: signInSessionLifetimeSeconds,
    });
    return token;
  }

  /** Finds the valid token at the end of the chain, starting from a used token. */
  async function findNewestSuccessorToken(tx: Kysely<DB>, usedToken: string): Promise<string | null> {
    for (let token = usedToken; ; ) {
      const row = await store.lockRefreshToken(tx, hashSecret(token));
      if (row?.used_for === null) return token;
      if (!row?.successor) return null;
      token = Buffer.from(createSuccessorCipher(token).open(row.successor, row.session_id)).toString();
    }
  }

  return {
    /** Creates the first tokens of a new session. */
    async issueFirstTokens(tx: Kysely<DB>, userId: string, sessionId: string): Promise<SessionTokens> {
      return createTokenPair(userId, sessionId, await insertNewRefreshToken(tx, sessionId));
    },

    /**
     * Exchanges a refresh token for the next token of its session. A repeated request within the grace period gets the
     * same next token. So a session has only one valid token, and the use of a stolen copy is noticed.
     * `isFromPlainCookie`: the token came in a cookie without the name prefix `__Host-`. Only sessions of older server
     * versions may use such a cookie, and only once.
     */
    renewTokens(token: string, isFromPlainCookie: boolean): Promise<TokenRenewalResult> {
      return db.transaction().execute(async (tx) => {
        const hash = hashSecret(token);
        const refreshRow = await store.lockRefreshToken(tx, hash);
        if (!refreshRow || (isFromPlainCookie && !refreshRow.plain_cookies)) return null;
        // Sessions that older versions of the server ended have no stored reason. They count as signed out.
        if (refreshRow.revoked_at)
          return { endReason: (refreshRow.end_reason as store.StoredEndReason | null) ?? "sign-out" };
        if (refreshRow.expired) return { endReason: "expired" };
        const { session_id: sessionId, user_id: userId, used_for: secondsSinceUse } = refreshRow;
        if (secondsSinceUse !== null) {
          if (secondsSinceUse > refreshGraceSeconds) return { stolenSessionId: sessionId };
          const newestSuccessorToken = await findNewestSuccessorToken(tx, token);
          return newestSuccessorToken === null
            ? null
            : { tokens: await createTokenPair(userId, sessionId, newestSuccessorToken) };
        }
        const newRefreshToken = await insertNewRefreshToken(tx, sessionId);
        const successor = createSuccessorCipher(token).seal(Buffer.from(newRefreshToken), sessionId);
        await store.markRefreshTokenUsed(tx, {
          hash,
          sessionId,
          successor,
          graceSeconds: refreshGraceSeconds,
          isFromPlainCookie,
        });
        return { tokens: await createTokenPair(userId, sessionId, newRefreshToken) };
      });
    },
  };
}
