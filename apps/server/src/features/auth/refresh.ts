import { createHash } from "node:crypto";
import {
  accessTokenLifetime,
  refreshGrace,
  refreshTokenLifetime,
  type Tokens,
} from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import { createSeal } from "../../kit/secrets.ts";
import * as store from "./session-store.ts";
import type { AccessTokens } from "./tokens.ts";

/**
 * What came of a refresh. `copied`: the session of a token that came back after its grace, so somebody else has a copy
 * of it. Null: there is no such token.
 */
export type Renewal = { tokens: Tokens } | { copied: string } | { ended: store.EndReason | "expired" } | null;

/** Only who holds a token can read what replaced it. */
const sealOf = (token: string) => createSeal(createHash("sha256").update(`successor:${token}`).digest());

/** The refresh tokens of a session: a chain in which each token replaces the one before it, and the last one lives. */
export function createRefreshTokens(db: Kysely<DB>, accessTokens: AccessTokens) {
  async function pair(userId: string, sessionId: string, refreshToken: string): Promise<Tokens> {
    return {
      access_token: await accessTokens.issue(userId, sessionId),
      refresh_token: refreshToken,
      expires_in: accessTokenLifetime,
    };
  }

  async function insert(tx: Kysely<DB>, sessionId: string): Promise<string> {
    const token = newSecret();
    await store.insertRefreshToken(tx, {
      hash: hashSecret(token),
      session_id: sessionId,
      lifetime: refreshTokenLifetime,
    });
    return token;
  }

  /** The living token at the end of the chain that begins at a spent one. */
  async function lastAfter(tx: Kysely<DB>, spent: string): Promise<string | null> {
    for (let token = spent; ; ) {
      const row = await store.lockRefreshToken(tx, hashSecret(token));
      if (row?.used_for === null) return token;
      if (!row?.successor) return null;
      token = Buffer.from(sealOf(token).open(row.successor, row.session_id)).toString();
    }
  }

  return {
    /** The first tokens of a new session. */
    async begin(tx: Kysely<DB>, userId: string, sessionId: string): Promise<Tokens> {
      return pair(userId, sessionId, await insert(tx, sessionId));
    },

    /**
     * Trades a token for the next one of its session. Shown again within the grace, it answers the same next token: a
     * session never has two living ones, so a stolen copy shows itself.
     * `ofPlainCookie`: only a session from before cookies were prefixed may refresh so, once.
     */
    renew(token: string, ofPlainCookie: boolean): Promise<Renewal> {
      return db.transaction().execute(async (tx) => {
        const hash = hashSecret(token);
        const shown = await store.lockRefreshToken(tx, hash);
        if (!shown || (ofPlainCookie && !shown.plain_cookies)) return null;
        // Sessions that ended before reasons were recorded have none.
        if (shown.revoked_at) return { ended: (shown.end_reason as store.EndReason | null) ?? "sign-out" };
        if (shown.expired) return { ended: "expired" };
        const { session_id: sessionId, user_id: userId, used_for: usedFor } = shown;
        if (usedFor !== null) {
          if (usedFor > refreshGrace) return { copied: sessionId };
          const last = await lastAfter(tx, token);
          return last === null ? null : { tokens: await pair(userId, sessionId, last) };
        }
        const next = await insert(tx, sessionId);
        const successor = sealOf(token).seal(Buffer.from(next), sessionId);
        await store.spendRefreshToken(tx, { hash, sessionId, successor, grace: refreshGrace, ofPlainCookie });
        return { tokens: await pair(userId, sessionId, next) };
      });
    },
  };
}
