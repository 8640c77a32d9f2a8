import {
  getErrorCodeOfEndReason,
  type SessionTokens,
  signInSessionEndReasons,
} from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newId } from "../../kit/ids.ts";
import { recordAudit } from "../audit/service.ts";
import { formatMoment, type Mailer } from "../mail/service.ts";
import { describeDevice } from "./devices.ts";
import type { OwnSessions } from "./own-sessions.ts";
import { createRefreshTokens } from "./refresh.ts";
import * as sessionStore from "./session-store.ts";
import type { SignInUser } from "./store.ts";
import type { AccessTokens } from "./tokens.ts";

/** The IP address and browser from which a session is opened. */
export interface SessionOrigin {
  ip: string;
  userAgent: string;
  /**
   * The secret name of the browser, from the browser's cookie. If the browser has no such cookie yet, this is a new
   * name, and the server sets the cookie.
   */
  deviceSecret: string;
  /** The refresh token of the browser's session before the sign-in. */
  refreshToken?: string | undefined;
  /**
   * The id of the browser's session before the sign-in. Undefined if the caller does not know the id: the session is
   * then found by the refresh token.
   */
  replacedSessionId?: string | undefined;
}

export interface SessionTokensDependencies {
  db: Kysely<DB>;
  mailer: Mailer;
  tokens: AccessTokens;
  ownSessions: OwnSessions;
  publicUrl: string;
}

/** Opens sessions and refreshes their tokens. */
export function createSessionTokens({
  db,
  mailer,
  tokens,
  ownSessions,
  publicUrl,
}: SessionTokensDependencies) {
  const refreshTokens = createRefreshTokens(db, tokens);

  async function sendNewDeviceMail(tx: Kysely<DB>, user: SignInUser, origin: SessionOrigin): Promise<void> {
    const language = user.interface_language;
    await mailer.send(tx, {
      recipient: user.email,
      language,
      template: "new_device",
      link: `${publicUrl}/settings`,
      values: {
        device: describeDevice(origin.userAgent),
        ip: origin.ip,
        time: formatMoment(new Date(), language, user),
      },
    });
  }

  return {
    /** Opens a session for somebody who has proved their identity. Sends the person a mail if the browser is new. */
    async openSession(user: SignInUser, origin: SessionOrigin): Promise<SessionTokens> {
      const { ip, userAgent } = origin;
      const newTokens = await db.transaction().execute(async (tx) => {
        const device = hashSecret(origin.deviceSecret);
        // A password reset that committed since the password check has ended all sessions, so no new session may
        // follow. A reset that commits later waits for this transaction, and then ends the new session too.
        const account = await sessionStore.lockUserForNewSession(tx, user.id, { device, userAgent, ip });
        if (!account || account.password_hash !== user.password_hash) throw new AppError("AUTH.CREDENTIALS");
        const id = newId();
        await sessionStore.insertSession(tx, { id, user_id: user.id, user_agent: userAgent, ip, device });
        await recordAudit(tx, { userId: user.id, ip }, "sign-in.open", user.id, {
          device: describeDevice(userAgent),
        });
        if (!account.known) await sendNewDeviceMail(tx, user, origin);
        return refreshTokens.issueFirstTokens(tx, user.id, id);
      });
      // Ends the session that this browser had before the sign-in. The new session overwrites the cookies of the
      // earlier one, so nobody could sign the earlier one out later.
      const replacedSessionId =
        origin.replacedSessionId ?? (await ownSessions.findSessionIdOfToken(origin.refreshToken));
      if (replacedSessionId) await ownSessions.end(replacedSessionId, "replaced");
      return newTokens;
    },

    async refresh(
      refreshToken: string | undefined,
      ip: string,
      isFromPlainCookie = false,
    ): Promise<SessionTokens> {
      if (!refreshToken) throw new AppError("AUTH.REFRESH");
      const renewal = await refreshTokens.renewTokens(refreshToken, isFromPlainCookie);
      if (!renewal) throw new AppError("AUTH.REFRESH");
      if ("tokens" in renewal) return renewal.tokens;
      if ("stolenSessionId" in renewal) {
        const owner = await ownSessions.end(renewal.stolenSessionId, "copied");
        if (owner) await recordAudit(db, { userId: null, ip }, "session.copied", owner);
      }
      const endReason = "stolenSessionId" in renewal ? "copied" : renewal.endReason;
      const reportedReason = signInSessionEndReasons.find((reason) => reason === endReason);
      throw new AppError(reportedReason ? getErrorCodeOfEndReason(reportedReason) : "AUTH.REFRESH");
    },
  };
}
