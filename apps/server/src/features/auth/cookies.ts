import {
  accessTokenCookie,
  deviceCookie,
  refreshTokenCookie,
  refreshTokenLifetime,
  type Tokens,
} from "@kakehashi/contract/sessions";
import { challengeCookie, challengeLifetime } from "@kakehashi/contract/two-step";
import { AppError } from "../../kit/errors.ts";
import type { Call } from "../../kit/http/call.ts";
import { newSecret } from "../../kit/ids.ts";
import type { Admission, Origin } from "./service.ts";

/** Seconds: the longest that browsers keep a cookie. */
const deviceLifetime = 400 * 24 * 60 * 60;

export function keep(call: Call, tokens: Tokens): { data: Tokens } {
  call.setCookie(accessTokenCookie, tokens.access_token, refreshTokenLifetime);
  call.setCookie(refreshTokenCookie, tokens.refresh_token, refreshTokenLifetime);
  return { data: tokens };
}

export function letGo(call: Call): { data: Record<never, never> } {
  call.setCookie(accessTokenCookie, "", 0);
  call.setCookie(refreshTokenCookie, "", 0);
  return { data: {} };
}

/** Whoever is not through yet gets what their second step is shown with, and is told to take it. */
export function keepIfAdmitted(call: Call, admission: Admission): { data: Tokens } {
  if ("tokens" in admission) return keep(call, admission.tokens);
  call.setCookie(challengeCookie, admission.challenge, challengeLifetime);
  throw new AppError("AUTH.TWO_STEP");
}

/** Names the browser before it signs in: whatever name it had before, none but its own cookie knows it. */
export function originOf(call: Call): Origin {
  const device = call.readCookie(deviceCookie) ?? newSecret();
  call.setCookie(deviceCookie, device, deviceLifetime);
  return { ip: call.ip, userAgent: call.userAgent, device };
}
