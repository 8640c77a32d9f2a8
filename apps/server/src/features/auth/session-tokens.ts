import { endCode, type Tokens, toldEnds } from "@kakehashi/contract/sessions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newId } from "../../kit/ids.ts";
import { record } from "../audit/service.ts";
import { type Mailer, momentInWords } from "../mail/service.ts";
import { describeDevice } from "./devices.ts";
import type { OwnSessions } from "./own-sessions.ts";
import { createRefreshTokens } from "./refresh.ts";
import * as sessionStore from "./session-store.ts";
import type { SignInUser } from "./store.ts";
import type { AccessTokens } from "./tokens.ts";

/** From where a session is opened, for the person to recognise it later. */
export interface Origin {
  ip: string;
  userAgent: string;
  /** The browser's own name for itself, kept in its cookie; a browser that has none gets this one. */
  device: string;
  /** The cookie of the session that this browser was in until now. */
  refreshToken?: string | undefined;
  /** That session, where it is known otherwise. */
  replaces?: string | undefined;
}

export interface SessionTokensParts {
  db: Kysely<DB>;
  mailer: Mailer;
  tokens: AccessTokens;
  ownSessions: OwnSessions;
  publicUrl: string;
}

/** How a browser gets the tokens of a session: by opening one, and by refreshing them. */
export function createSessionTokens({ db, mailer, tokens, ownSessions, publicUrl }: SessionTokensParts) {
  const refreshTokens = createRefreshTokens(db, tokens);

  async function mailNewDevice(tx: Kysely<DB>, user: SignInUser, origin: Origin): Promise<void> {
    const language = user.interface_language;
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

  return {
    /** Opens a session for somebody who has proved who they are, and tells them when their browser is a new one. */
    async open(user: SignInUser, origin: Origin): Promise<Tokens> {
      const { ip, userAgent } = origin;
      const opened = await db.transaction().execute(async (tx) => {
        const device = hashSecret(origin.device);
        // A reset that committed since the password was compared has ended all sessions: none may follow it. One that
        // has not waits for this transaction, and then ends this session too.
        const held = await sessionStore.holdForSession(tx, user.id, { device, userAgent, ip });
        if (!held || held.password_hash !== user.password_hash) throw new AppError("AUTH.CREDENTIALS");
        const id = newId();
        await sessionStore.insertSession(tx, { id, user_id: user.id, user_agent: userAgent, ip, device });
        await record(tx, { userId: user.id, ip }, "sign-in.open", user.id, {
          device: describeDevice(userAgent),
        });
        if (!held.known) await mailNewDevice(tx, user, origin);
        return refreshTokens.begin(tx, user.id, id);
      });
      // The cookies of the session before are overwritten: nobody could end it from this browser any more.
      const replaced = origin.replaces ?? (await ownSessions.sessionOf(origin.refreshToken));
      if (replaced) await ownSessions.end(replaced, "replaced");
      return opened;
    },

    async refresh(refreshToken: string | undefined, ip: string, ofPlainCookie = false): Promise<Tokens> {
      if (!refreshToken) throw new AppError("AUTH.REFRESH");
      const renewal = await refreshTokens.renew(refreshToken, ofPlainCookie);
      if (!renewal) throw new AppError("AUTH.REFRESH");
      if ("tokens" in renewal) return renewal.tokens;
      if ("copied" in renewal) {
        const owner = await ownSessions.end(renewal.copied, "copied");
        if (owner) await record(db, { userId: null, ip }, "session.copied", owner);
      }
      const ended = "copied" in renewal ? "copied" : renewal.ended;
      const told = toldEnds.find((end) => end === ended);
      throw new AppError(told ? endCode(told) : "AUTH.REFRESH");
    },
  };
}
