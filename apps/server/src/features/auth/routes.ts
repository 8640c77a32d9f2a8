import {
  changePassword,
  confirmSignUp,
  forgotPassword,
  resetPassword,
  signIn,
  signUp,
} from "@kakehashi/contract/auth";
import {
  endSession,
  listSessions,
  refreshToken,
  refreshTokenCookie,
  signOut,
  signOutEverywhere,
} from "@kakehashi/contract/sessions";
import type { Route } from "../../kit/http/route.ts";
import { keep, keepIfAdmitted, letGo, originOf } from "./cookies.ts";
import type { Auth } from "./service.ts";

export function authRoutes(route: Route, auth: Auth): void {
  route(signUp, async (_, { body }) => {
    await auth.signUp(body);
    return { data: { email: body.email } };
  });
  route(confirmSignUp, async (_, { body }) => ({ data: { email: await auth.confirm(body.token) } }));
  route(signIn, async (call, { body }) =>
    keepIfAdmitted(call, await auth.signIn(body.email, body.password, originOf(call))),
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
