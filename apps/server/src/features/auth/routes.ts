import { listSecurityEvents } from "@kakehashi/contract/audit";
import {
  changePassword,
  checkMailLink,
  checkPasswordStrength,
  confirmSignUp,
  forgotPassword,
  resendConfirmationMail,
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
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { clearTokenCookies, requestOriginOf, setSignInCookies, setTokenCookies } from "./cookies.ts";
import { emailChangeRoutes } from "./email-change-routes.ts";
import { identityRoutes } from "./identity-routes.ts";
import { type Auth, type AuthDependencies, createAuth } from "./service.ts";
import { twoStepRoutes } from "./two-step-routes.ts";

export function authRoutes(route: DefineRoute, auth: Auth): void {
  route(signUp, async (_, { body }) => {
    await auth.signUp(body);
    return { data: { email: body.email } };
  });
  route(confirmSignUp, async (call, { body }) => {
    const { token, password, confirm_password, cookie_only } = body;
    const signUpInput = { token, password, isNew: confirm_password !== undefined };
    const { email, tokens } = await auth.confirm(signUpInput, requestOriginOf(call));
    return { data: { ...setTokenCookies(call, tokens, cookie_only).data, email } };
  });
  route(resendConfirmationMail, async (_, { body }) => {
    await auth.resendSignUp(body.token);
    return { data: {} };
  });
  route(checkMailLink, async (_, { body }) => ({
    data: { state: await auth.linkState(body.token, body.purpose) },
  }));
  route(signIn, async (call, { body }) =>
    setSignInCookies(
      call,
      await auth.signIn(body.email, body.password, requestOriginOf(call)),
      body.cookie_only,
    ),
  );
  route(refreshToken, async (call, { body: { refresh_token: refreshToken } }) => {
    const refreshTokenText = refreshToken ?? call.readCookie(refreshTokenCookie);
    const tokenOfPlainCookie =
      refreshTokenText === undefined ? call.readUnprefixedCookie(refreshTokenCookie) : undefined;
    return setTokenCookies(
      call,
      await auth.refresh(refreshTokenText ?? tokenOfPlainCookie, call.ip, tokenOfPlainCookie !== undefined),
      refreshToken === undefined,
    );
  });
  route(signOut, async (call) => {
    const session = call.actor?.sessionId ?? (await auth.sessionOf(call.readCookie(refreshTokenCookie)));
    if (session) await auth.signOut(session, call.ip);
    return clearTokenCookies(call);
  });
  route(signOutEverywhere, async (call) => {
    await auth.signOutEverywhere(call.actor.userId, call.ip);
    return clearTokenCookies(call);
  });
  route(forgotPassword, async (_, { body }) => {
    await auth.forgetPassword(body.email);
    return { data: { email: body.email } };
  });
  route(resetPassword, async (call, { body }) => ({
    data: { email: await auth.resetPassword(body.token, body.password, call.ip) },
  }));
  route(checkPasswordStrength, async ({ actor }, { body }) => ({
    data: { weak: await auth.isWeakPassword(body.password, body, actor?.userId ?? null) },
  }));
  route(changePassword, async (call, { body }) => {
    await auth.changePassword(
      call.actor,
      { currentPassword: body.current_password, password: body.password },
      call.ip,
    );
    return { data: {} };
  });
  route(listSessions, async ({ actor }) => ({ data: await auth.sessionsOf(actor) }));
  route(listSecurityEvents, ({ actor }, { query }) => auth.activityOf(actor.userId, query));
  route(endSession, async ({ actor, ip }, { params }) => {
    await auth.endSessionOfUser(actor.userId, params.id, ip);
    return { data: {} };
  });
}

/** Creates the feature `auth`: its service, and the routes of its API calls. */
export const createAuthFeature = async (dependencies: AuthDependencies) =>
  withRoutes(await createAuth(dependencies), ({ route }, auth) => {
    authRoutes(route, auth);
    twoStepRoutes(route, auth);
    identityRoutes(route, auth);
    emailChangeRoutes(route, auth);
  });
