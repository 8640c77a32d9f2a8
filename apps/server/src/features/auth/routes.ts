import { listOwnSecurityEvents } from "@kakehashi/contract/audit";
import {
  changePassword,
  checkConfirmationOrResetLink,
  checkPasswordStrength,
  confirmSignUp,
  requestPasswordReset,
  resendConfirmationMail,
  resetPassword,
  signIn,
  signUp,
} from "@kakehashi/contract/auth";
import {
  endSignInSession,
  listSignInSessions,
  refreshTokenCookieName,
  refreshTokenEndpoint,
  signOut,
  signOutEverywhere,
} from "@kakehashi/contract/sessions";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { clearTokenCookies, readSessionOrigin, setSignInCookies, setTokenCookies } from "./cookies.ts";
import { defineEmailChangeRoutes } from "./email-change-routes.ts";
import { defineIdentityRoutes } from "./identity-routes.ts";
import { type Auth, type AuthDependencies, createAuth } from "./service.ts";
import { defineTwoStepRoutes } from "./two-step-routes.ts";

export function defineAuthRoutes(route: DefineRoute, auth: Auth): void {
  route(signUp, async (_, { body }) => {
    await auth.signUp(body);
    return { data: { email: body.email } };
  });
  route(confirmSignUp, async (apiCall, { body }) => {
    const { token, password, confirm_password, cookie_only } = body;
    const signUpInput = { token, password, isNew: confirm_password !== undefined };
    const { email, tokens } = await auth.confirm(signUpInput, readSessionOrigin(apiCall));
    return { data: { ...setTokenCookies(apiCall, tokens, cookie_only).data, email } };
  });
  route(resendConfirmationMail, async (_, { body }) => {
    await auth.resendSignUp(body.token);
    return { data: {} };
  });
  route(checkConfirmationOrResetLink, async (_, { body }) => ({
    data: { state: await auth.linkState(body.token, body.purpose) },
  }));
  route(signIn, async (apiCall, { body }) =>
    setSignInCookies(
      apiCall,
      await auth.signIn(body.email, body.password, readSessionOrigin(apiCall)),
      body.cookie_only,
    ),
  );
  route(refreshTokenEndpoint, async (apiCall, { body: { refresh_token: refreshToken } }) => {
    const refreshTokenText = refreshToken ?? apiCall.readCookie(refreshTokenCookieName);
    const tokenOfPlainCookie =
      refreshTokenText === undefined ? apiCall.readUnprefixedCookie(refreshTokenCookieName) : undefined;
    return setTokenCookies(
      apiCall,
      await auth.refresh(
        refreshTokenText ?? tokenOfPlainCookie,
        apiCall.ip,
        tokenOfPlainCookie !== undefined,
      ),
      refreshToken === undefined,
    );
  });
  route(signOut, async (apiCall) => {
    const session =
      apiCall.actor?.sessionId ?? (await auth.sessionOf(apiCall.readCookie(refreshTokenCookieName)));
    if (session) await auth.signOut(session, apiCall.ip);
    return clearTokenCookies(apiCall);
  });
  route(signOutEverywhere, async (apiCall) => {
    await auth.signOutEverywhere(apiCall.actor.userId, apiCall.ip);
    return clearTokenCookies(apiCall);
  });
  route(requestPasswordReset, async (_, { body }) => {
    await auth.forgetPassword(body.email);
    return { data: { email: body.email } };
  });
  route(resetPassword, async (apiCall, { body }) => ({
    data: { email: await auth.resetPassword(body.token, body.password, apiCall.ip) },
  }));
  route(checkPasswordStrength, async ({ actor }, { body }) => ({
    data: { weak: await auth.isWeakPassword(body.password, body, actor?.userId ?? null) },
  }));
  route(changePassword, async (apiCall, { body }) => {
    await auth.changePassword(
      apiCall.actor,
      { currentPassword: body.current_password, password: body.password },
      apiCall.ip,
    );
    return { data: {} };
  });
  route(listSignInSessions, async ({ actor }) => ({ data: await auth.sessionsOf(actor) }));
  route(listOwnSecurityEvents, ({ actor }, { query }) => auth.activityOf(actor.userId, query));
  route(endSignInSession, async ({ actor, ip }, { params }) => {
    await auth.endSessionOfUser(actor.userId, params.id, ip);
    return { data: {} };
  });
}

/** Creates the feature `auth`: its service, and the routes of its API calls. */
export const createAuthFeature = async (dependencies: AuthDependencies) =>
  withRoutes(await createAuth(dependencies), ({ route }, auth) => {
    defineAuthRoutes(route, auth);
    defineTwoStepRoutes(route, auth);
    defineIdentityRoutes(route, auth);
    defineEmailChangeRoutes(route, auth);
  });
