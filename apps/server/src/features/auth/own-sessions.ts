import type { SignInSession } from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { hashSecret } from "../../kit/ids.ts";
import { recordAudit } from "../audit/service.ts";
import type { Live } from "../live/service.ts";
import * as store from "./session-store.ts";
import type { SessionLookup } from "./sessions.ts";

export interface OwnSessionsDependencies {
  db: Kysely<DB>;
  live: Live;
  sessions: SessionLookup;
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/**
 * Lists and ends sessions. When a session ends, closes its WebSockets and removes it from the cache of every process.
 */
export function createOwnSessions({ db, live, sessions }: OwnSessionsDependencies) {
  async function endSession(sessionId: string, reason: store.StoredEndReason): Promise<string | undefined> {
    const endedSession = await store.revokeSession(db, sessionId, reason);
    sessions.reloadSessionEverywhere(sessionId);
    if (endedSession) live.disconnectSessions(endedSession.user_id, sessionId);
    return endedSession?.user_id;
  }

  async function endAllSessions(userId: string, reason: store.StoredEndReason): Promise<void> {
    await store.revokeSessions(db, userId, reason, null);
    sessions.reloadSessionsOfUser(userId);
    live.disconnectSessions(userId);
  }

  return {
    /** Ends a session. Returns its owner, or undefined if it had already ended. */
    end: endSession,
    endAllSessions,

    async findSessionIdOfToken(refreshToken: string | undefined): Promise<string | undefined> {
      return refreshToken && store.findRefreshTokenSessionId(db, hashSecret(refreshToken));
    },

    async signOut(sessionId: string, ip: string): Promise<void> {
      const userId = await endSession(sessionId, "sign-out");
      if (userId) await recordAudit(db, { userId, ip }, "session.sign-out", userId);
    },

    /** Ends all sessions of a person, including the session that makes this call. */
    async signOutEverywhere(userId: string, ip: string): Promise<void> {
      await endAllSessions(userId, "elsewhere");
      await recordAudit(db, { userId, ip }, "session.end-all", userId);
    },

    async list(actor: { userId: string; sessionId: string }): Promise<SignInSession[]> {
      const rows = await store.listSessions(db, actor.userId);
      return rows.map(({ created_at, refreshed_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        refreshed_at: refreshed_at.toISOString(),
        current: row.id === actor.sessionId,
      }));
    },

    async endOwnSession(userId: string, sessionId: string, ip: string): Promise<void> {
      const endedDeviceId = await store.revokeSession(db, sessionId, "elsewhere", userId);
      if (!endedDeviceId) throw createNotFoundError();
      await recordAudit(db, { userId, ip }, "session.end", userId);
      sessions.reloadSessionEverywhere(sessionId);
      live.disconnectSessions(userId, sessionId);
    },
  };
}
