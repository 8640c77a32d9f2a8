import {
  accessTokenCookie,
  type CookieTokens,
  deviceCookie,
  refreshTokenCookie,
  refreshTokenLifetimeSeconds,
  type Tokens,
} from "@kakehashi/contract/sessions";
import { challengeCookie, challengeLifetimeSeconds } from "@kakehashi/contract/two-step";
import { AppError } from "../../kit/errors.ts";
import type { Actor, Call } from "../../kit/http/call.ts";
import { newSecret } from "../../kit/ids.ts";
import type { SignedInGuesser } from "./attempts.ts";
import type { RequestOrigin } from "./session-tokens.ts";
import type { SignInResult } from "./sign-in.ts";

/** The longest cookie lifetime that browsers accept. */
const deviceLifetimeSeconds = 400 * 24 * 60 * 60;

/**
 * Sets the access and refresh token as cookies and returns both. With `cookieOnly` the answer contains no
 * refresh token.
 */
export function setTokens(call: Call, tokens: Tokens, cookieOnly = false): { data: CookieTokens } {
  call.setCookie(accessTokenCookie, tokens.access_token, refreshTokenLifetimeSeconds);
  call.setCookie(refreshTokenCookie, tokens.refresh_token, refreshTokenLifetimeSeconds);
  const { refresh_token: _, ...rest } = tokens;
  return { data: cookieOnly ? rest : tokens };
}

export function clearTokens(call: Call): { data: Record<never, never> } {
  call.setCookie(accessTokenCookie, "", 0);
  call.setCookie(refreshTokenCookie, "", 0);
  return { data: {} };
}

/** Sets the token cookies, or the challenge cookie if a second sign-in step is required. */
export function setTokensIfAdmitted(
  call: Call,
  admission: SignInResult,
  cookieOnly = false,
): { data: CookieTokens } {
  if ("tokens" in admission) return setTokens(call, admission.tokens, cookieOnly);
  call.setCookie(challengeCookie, admission.challenge, challengeLifetimeSeconds);
  throw new AppError("AUTH.TWO_STEP");
}

/**
 * Returns the browser's name from its cookie. Ignores a cookie that another site of the domain could have
 * set, because a browser with a known name counts as known (decision 23).
 */
export function requestOriginOf(call: Call): RequestOrigin {
  const device = call.readCookie(deviceCookie) ?? newSecret();
  call.setCookie(deviceCookie, device, deviceLifetimeSeconds);
  return {
    ip: call.ip,
    userAgent: call.userAgent,
    device,
    refreshToken: call.readCookie(refreshTokenCookie),
  };
}

/**
 * Describes a signed-in person for the failure counts, when they enter their password or code again. Their
 * session counts as a known browser.
 */
export const sessionGuesserOf = ({ sessionId }: Pick<Actor, "sessionId">, ip: string): SignedInGuesser => ({
  ip,
  clientName: sessionId,
});
