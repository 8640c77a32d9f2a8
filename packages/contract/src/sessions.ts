import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

/**
 * Lifetime of an access token in seconds. It is short, because the server cannot revoke a single access token, only the
 * whole session.
 */
export const accessTokenLifetimeSeconds = 15 * 60;
/** Lifetime of a session in seconds: 60 days from the sign-in. Refreshing its tokens does not extend it. */
export const signInSessionLifetimeSeconds = 60 * 24 * 60 * 60;
/**
 * For this many seconds, a refresh token that was already used still returns the token that replaced it. Otherwise two
 * tabs that refresh at the same time would sign one of them out.
 */
export const refreshGraceSeconds = 30;

export const accessTokenCookieName = "access_token";
export const refreshTokenCookieName = "refresh_token";
/**
 * The name of the cookie that identifies the browser. With it the server can warn a person of a sign-in from a new
 * browser. The cookie does not reveal who is signed in.
 */
export const deviceCookieName = "device";

export const sessionTokensSchema = z
  .object({
    access_token: z.string().max(2_000),
    refresh_token: z.string().max(200),
    /** Seconds until the access token expires. */
    expires_in: z.number().int(),
  })
  .meta({ id: "Tokens" });
export type SessionTokens = z.infer<typeof sessionTokensSchema>;
/**
 * The tokens in the response to a client that keeps its tokens in cookies. Page scripts never get the refresh token.
 */
export const cookieClientTokensSchema = sessionTokensSchema
  .partial({ refresh_token: true })
  .meta({ id: "CookieClientTokens" });
export type CookieClientTokens = z.infer<typeof cookieClientTokensSchema>;
/**
 * Whether to leave the refresh token out of the response, so that it is only in its cookie. The site's own pages set
 * this.
 */
export const tokensAsCookiesSchema = z.boolean().optional();

/** Why a session ended, if the person did not sign out in this browser. The sign-in page shows the reason. */
export const signInSessionEndReasons = [
  "elsewhere",
  "password",
  "admin",
  "copied",
  "expired",
  "deletion",
  "email",
] as const;
export type SignInSessionEndReason = (typeof signInSessionEndReasons)[number];
/** Returns the error code for refreshing a session that has ended. */
export const getErrorCodeOfEndReason = (endReason: SignInSessionEndReason) =>
  `AUTH.ENDED_${endReason.toUpperCase() as Uppercase<SignInSessionEndReason>}` as const;
/** Returns the reason why a session ended, from the error code of its refresh. Null for any other error code. */
export const findEndReasonOfErrorCode = (code: string): SignInSessionEndReason | null =>
  signInSessionEndReasons.find((endReason) => getErrorCodeOfEndReason(endReason) === code) ?? null;

/** A session: one browser or client that is signed in. */
export const signInSessionSchema = z
  .object({
    id: idSchema,
    user_agent: z.string().max(300),
    ip: z.string().max(100),
    created_at: z.iso.datetime(),
    /** When the session's tokens were last refreshed. */
    refreshed_at: z.iso.datetime(),
    current: z.boolean(),
  })
  .meta({ id: "SignInSession" });
export type SignInSession = z.infer<typeof signInSessionSchema>;

export const listSignInSessions = endpoint({
  method: "GET",
  path: "/users/sessions",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists where the caller is signed in, the latest first.",
  data: z.array(signInSessionSchema).max(100),
});

export const endSignInSession = endpoint({
  method: "DELETE",
  path: "/users/sessions/:id",
  guard: "signed-in",
  limit: limits.form,
  summary: "Ends one of the caller's sessions and its live socket.",
  params: z.object({ id: idSchema }),
  data: z.object({}),
});

export const signOutEverywhere = endpoint({
  method: "POST",
  path: "/sign-out/everywhere",
  guard: "signed-in",
  limit: limits.form,
  summary: "Ends all of the caller's sessions, including this one.",
  data: z.object({}),
});

export const refreshTokenEndpoint = endpoint({
  method: "POST",
  path: "/refresh-token",
  guard: "anyone",
  limit: limits.arrival,
  summary:
    "Exchanges a refresh token (from the body, otherwise from its cookie) for new tokens. The old refresh token is used up. The answer contains the new refresh token only if the old one came in the body.",
  body: z.strictObject({ refresh_token: z.string().max(200).optional() }).default({}),
  data: cookieClientTokensSchema,
});

export const signOut = endpoint({
  method: "POST",
  path: "/sign-out",
  guard: "anyone",
  limit: limits.arrival,
  summary:
    "Ends the session of the bearer token, or without one that of the refresh cookie. Without either, does nothing.",
  data: z.object({}),
});
