import {
  accessTokenCookie,
  changePassword,
  confirmSignUp,
  deviceCookie,
  endSession,
  forgotPassword,
  listSessions,
  refreshToken,
  refreshTokenCookie,
  refreshTokenLifetime,
  resetPassword,
  signIn,
  signOut,
  signOutEverywhere,
  signUp,
  type Tokens,
} from "@kakehashi/contract/auth";
import type { Call } from "../../kit/http/call.ts";
import type { Route } from "../../kit/http/route.ts";
import { newSecret } from "../../kit/ids.ts";
import type { Auth, Origin } from "./service.ts";

/** Seconds: the longest that browsers keep a cookie. */
const deviceLifetime = 400 * 24 * 60 * 60;

function keep(call: Call, tokens: Tokens): { data: Tokens } {
  call.setCookie(accessTokenCookie, tokens.access_token, refreshTokenLifetime);
  call.setCookie(refreshTokenCookie, tokens.refresh_token, refreshTokenLifetime);
  return { data: tokens };
}

function letGo(call: Call): { data: Record<never, never> } {
  call.setCookie(accessTokenCookie, "", 0);
  call.setCookie(refreshTokenCookie, "", 0);
  return { data: {} };
}

/** Names the browser before it signs in: whatever name it had before, none but its own cookie knows it. */
function originOf(call: Call): Origin {
  const device = call.readCookie(deviceCookie) ?? newSecret();
  call.setCookie(deviceCookie, device, deviceLifetime);
  return { ip: call.ip, userAgent: call.userAgent, device };
}

export function authRoutes(route: Route, auth: Auth): void {
  route(signUp, async (_, { body }) => {
    await auth.signUp(body);
    return { data: { email: body.email } };
  });
  route(confirmSignUp, async (_, { body }) => ({ data: { email: await auth.confirm(body.token) } }));
  route(signIn, async (call, { body }) =>
    keep(call, await auth.signIn(body.email, body.password, originOf(call))),
  );
  route(refreshToken, async (call, { body }) =>
    keep(call, await auth.refresh(body.refresh_token ?? call.readCookie(refreshTokenCookie))),
  );
  route(signOut, async (call) => {
    if (call.actor) await auth.endSession(call.actor.sessionId);
    else {
      const shown = call.readCookie(refreshTokenCookie);
      if (shown) await auth.endSessionOf(shown);
    }
    return letGo(call);
  });
  route(signOutEverywhere, async (call) => {
    await auth.endAllSessions(call.actor.userId);
    return letGo(call);
  });
  route(forgotPassword, async (_, { body }) => {
    await auth.forgetPassword(body.email);
    return { data: { email: body.email } };
  });
  route(resetPassword, async (call, { body }) => ({
    data: { email: await auth.resetPassword(body.token, body.password, call.ip) },
  }));
  route(changePassword, async (call, { body }) => {
    await auth.changePassword(
      call.actor,
      { current: body.current_password, password: body.password },
      call.ip,
    );
    return { data: {} };
  });
  route(listSessions, async ({ actor }) => ({ data: await auth.sessionsOf(actor) }));
  route(endSession, async ({ actor }, { params }) => {
    await auth.endSessionOfUser(actor.userId, params.id);
    return { data: {} };
  });
}
