import {
  accessTokenCookie,
  type CookieTokens,
  deviceCookie,
  refreshTokenCookie,
  refreshTokenLifetime,
  type Tokens,
} from "@kakehashi/contract/sessions";
import { challengeCookie, challengeLifetime } from "@kakehashi/contract/two-step";
import { AppError } from "../../kit/errors.ts";
import type { Actor, Call } from "../../kit/http/call.ts";
import { newSecret } from "../../kit/ids.ts";
import type { SignedInGuesser } from "./attempts.ts";
import type { Origin } from "./session-tokens.ts";
import type { Admission } from "./sign-in.ts";

/** Seconds: the longest that browsers keep a cookie. */
const deviceLifetime = 400 * 24 * 60 * 60;

/** Sets both tokens as cookies, and answers them; with `cookieOnly` without the refresh token. */
export function keep(call: Call, tokens: Tokens, cookieOnly = false): { data: CookieTokens } {
  call.setCookie(accessTokenCookie, tokens.access_token, refreshTokenLifetime);
  call.setCookie(refreshTokenCookie, tokens.refresh_token, refreshTokenLifetime);
  const { refresh_token: _, ...rest } = tokens;
  return { data: cookieOnly ? rest : tokens };
}

export function letGo(call: Call): { data: Record<never, never> } {
  call.setCookie(accessTokenCookie, "", 0);
  call.setCookie(refreshTokenCookie, "", 0);
  return { data: {} };
}

/** Whoever is not through yet gets what their second step is shown with, and is told to take it. */
export function keepIfAdmitted(call: Call, admission: Admission, cookieOnly = false): { data: CookieTokens } {
  if ("tokens" in admission) return keep(call, admission.tokens, cookieOnly);
  call.setCookie(challengeCookie, admission.challenge, challengeLifetime);
  throw new AppError("AUTH.TWO_STEP");
}

/**
 * Names the browser before it signs in. A name that another site of the domain could have planted is none: who knows a
 * browser's name passes for that browser (decision 23).
 */
export function originOf(call: Call): Origin {
  const device = call.readCookie(deviceCookie) ?? newSecret();
  call.setCookie(deviceCookie, device, deviceLifetime);
  return {
    ip: call.ip,
    userAgent: call.userAgent,
    device,
    refreshToken: call.readCookie(refreshTokenCookie),
  };
}

/** Somebody signed in who gives their password or code once more: their session is one of the account's own. */
export const guesserIn = ({ sessionId }: Pick<Actor, "sessionId">, ip: string): SignedInGuesser => ({
  ip,
  known: sessionId,
});
