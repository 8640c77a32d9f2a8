import {
  accessTokenCookieName,
  type CookieClientTokens,
  deviceCookieName,
  refreshTokenCookieName,
  type SessionTokens,
  signInSessionLifetimeSeconds,
} from "@kakehashi/contract/sessions";
import { challengeCookieName, challengeLifetimeSeconds } from "@kakehashi/contract/two-step";
import { AppError } from "../../kit/errors.ts";
import type { Actor, Call } from "../../kit/http/call.ts";
import { newSecret } from "../../kit/ids.ts";
import type { SignedInAttemptOrigin } from "./attempts.ts";
import type { SessionOrigin } from "./session-tokens.ts";
import type { SignInResult } from "./sign-in.ts";

/** The longest cookie lifetime that browsers accept. */
const deviceCookieLifetimeSeconds = 400 * 24 * 60 * 60;

/**
 * Sets the access token and the refresh token as cookies. Returns the tokens for the response body, which contains no
 * refresh token if `isCookieOnly` is true.
 */
export function setTokenCookies(
  apiCall: Call,
  tokens: SessionTokens,
  isCookieOnly = false,
): { data: CookieClientTokens } {
  apiCall.setCookie(accessTokenCookieName, tokens.access_token, signInSessionLifetimeSeconds);
  apiCall.setCookie(refreshTokenCookieName, tokens.refresh_token, signInSessionLifetimeSeconds);
  const { refresh_token: _, ...tokensWithoutRefreshToken } = tokens;
  return { data: isCookieOnly ? tokensWithoutRefreshToken : tokens };
}

export function clearTokenCookies(apiCall: Call): { data: Record<never, never> } {
  apiCall.setCookie(accessTokenCookieName, "", 0);
  apiCall.setCookie(refreshTokenCookieName, "", 0);
  return { data: {} };
}

/**
 * Sets the token cookies and returns the tokens. If a second sign-in step is required, sets the challenge cookie and
 * throws AUTH.TWO_STEP.
 */
export function setSignInCookies(
  apiCall: Call,
  signInResult: SignInResult,
  isCookieOnly = false,
): { data: CookieClientTokens } {
  if ("tokens" in signInResult) return setTokenCookies(apiCall, signInResult.tokens, isCookieOnly);
  apiCall.setCookie(challengeCookieName, signInResult.challenge, challengeLifetimeSeconds);
  throw new AppError("AUTH.TWO_STEP");
}

/**
 * Returns what is known about the client of a request: its IP address, its user agent, the secret name of its browser
 * and its refresh token. The name is a random text in a cookie. This function also sets that cookie, so that it exists
 * and does not expire. A known name makes the browser more trusted (decision 23), so a cookie that another subdomain
 * may have set is ignored.
 */
export function readSessionOrigin(apiCall: Call): SessionOrigin {
  const device = apiCall.readCookie(deviceCookieName) ?? newSecret();
  apiCall.setCookie(deviceCookieName, device, deviceCookieLifetimeSeconds);
  return {
    ip: apiCall.ip,
    userAgent: apiCall.userAgent,
    deviceSecret: device,
    refreshToken: apiCall.readCookie(refreshTokenCookieName),
  };
}

/**
 * Identifies the session in which a person enters their password or code again, for the count of wrong attempts. The
 * session counts as a known browser, so wrong attempts by strangers do not slow the person down.
 */
export const attemptOriginOfSession = (
  { sessionId }: Pick<Actor, "sessionId">,
  ip: string,
): SignedInAttemptOrigin => ({
  ip,
  knownClientName: sessionId,
});
