import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";

/** Seconds. The access token is short because it cannot be revoked by itself; the session behind it can. */
export const accessTokenLifetime = 15 * 60;
/** Seconds: 60 days (spec §9), counted again from every refresh. */
export const refreshTokenLifetime = 60 * 24 * 60 * 60;
/** Seconds in which a refresh token that was just rotated still answers, for two tabs that raced. */
export const refreshGrace = 30;

export const accessTokenCookie = "access_token";
export const refreshTokenCookie = "refresh_token";
/** Names the browser, so that its owner is told when another one signs in. Says nothing about who is signed in. */
export const deviceCookie = "device";

export const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.number().int(),
});
export type Tokens = z.infer<typeof tokens>;

/** Where somebody is signed in. */
export const session = z.object({
  id: idSchema,
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.iso.datetime(),
  /** When its tokens were last renewed. */
  refreshed_at: z.iso.datetime(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  method: "GET",
  path: "/users/sessions",
  guard: "signed-in",
  summary: "Where I am signed in, the latest first.",
  data: z.array(session),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/users/sessions/:id",
  guard: "signed-in",
  summary: "Ends one of my sessions and its live socket.",
  params: z.object({ id: idSchema }),
  data: z.object({}),
});

export const signOutEverywhere = endpoint({
  method: "POST",
  path: "/sign-out/everywhere",
  guard: "signed-in",
  summary: "Ends all of my sessions, this one too.",
  data: z.object({}),
});

export const refreshToken = endpoint({
  method: "POST",
  path: "/refresh-token",
  guard: "anyone",
  summary: "Trades a refresh token (from the body, else its cookie) for new tokens; the old one is spent.",
  body: z.strictObject({ refresh_token: z.string().max(200).optional() }).default({}),
  data: tokens,
});

export const signOut = endpoint({
  method: "POST",
  path: "/sign-out",
  guard: "anyone",
  summary: "Ends the session of the bearer token, else of the refresh cookie; without one, does nothing.",
  data: z.object({}),
});
