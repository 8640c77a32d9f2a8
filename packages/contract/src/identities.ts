import { z } from "zod";
import { emailInResponseSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";

/** The cookie that ties a sign-in at the issuer (Google) to the browser that began the sign-in. */
export const identitySignInCookieName = "identity_flow";
/** The browser must return from the sign-in page of the issuer (Google) within this many seconds. */
export const identitySignInLifetimeSeconds = 10 * 60;

/** Why a sign-in with Google failed. The sign-in page reads the reason from the query parameter `google`. */
export const identitySignInProblems = [
  "off",
  "unreachable",
  "denied",
  "expired",
  "failed",
  "unverified",
  "foreign",
  "closed",
  "taken",
  "mismatch",
] as const;
export type IdentitySignInProblem = (typeof identitySignInProblems)[number];

export const getIdentityIssuers = endpoint({
  method: "GET",
  path: "/auth/issuers",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the other services through which people can sign in here.",
  data: z.object({ google: z.boolean() }),
});

export const beginGoogleSignIn = endpoint({
  method: "GET",
  path: "/auth/google",
  guard: "anyone",
  answerFormats: ["redirect"],
  summary:
    "Redirects a browser to Google (302). `next` is the page to which the browser goes after the sign-in; only pages of this site are allowed.",
  limit: { perMinute: 30 },
  query: z.strictObject({
    next: z.string().max(2000).optional(),
    /** Whether to link the Google account to the signed-in person's account instead of signing in. */
    link: z.literal("1").optional(),
  }),
  data: z.object({}),
});

export const finishGoogleSignIn = endpoint({
  method: "GET",
  path: "/auth/google/callback",
  guard: "anyone",
  answerFormats: ["page"],
  summary:
    "Receives the browser that Google sends back. Always returns a page that leads on, whatever the result is.",
  limit: { perMinute: 30 },
  // Accepts any query, because the browser must get back to the site even if the issuer (Google) sends an unexpected
  // one. The handler checks the query.
  query: z.record(z.string(), z.unknown()),
  data: z.object({}),
});

export const linkedIdentitySchema = z
  .object({
    issuer: z.literal("google"),
    /** The e-mail address of the person's Google account at the time when the accounts were linked. */
    email: emailInResponseSchema,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Identity" });

export const listIdentities = endpoint({
  method: "GET",
  path: "/users/identities",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists the caller's accounts at other services that also sign them in.",
  data: z.array(linkedIdentitySchema).max(10),
});

export const unlinkGoogleAccount = endpoint({
  method: "DELETE",
  path: "/users/identities/google",
  guard: "signed-in",
  limit: limits.mail,
  summary: "Ends the caller's sign-in through Google. Refused while the account has no password.",
  data: z.object({}),
});
