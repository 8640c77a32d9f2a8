import { accessTokenCookieName } from "@kakehashi/contract/sessions";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { toCookieName } from "../../kit/http/cookie-names.ts";
import type { RefusedCallRecorder } from "./refused-call-recorder.ts";
import type { PageVisitor, SessionLookup } from "./sessions.ts";

type RequestCookies = Readonly<Record<string, string | undefined>>;

interface SentToken {
  token: string;
  /** Whether the token came in a cookie without the name prefix `__Host-`, as older versions of the server set it. */
  isPlainCookie: boolean;
}

interface AuthenticationDependencies {
  sessions: SessionLookup;
  refusedCalls: RefusedCallRecorder;
  secureCookies: boolean;
}

/** Finds the caller of a request by the request's token. */
export function createAuthentication({ sessions, refusedCalls, secureCookies }: AuthenticationDependencies) {
  /** Returns the access token from a request's cookies. Null if no cookie contains a token. */
  function findCookieToken(cookies: RequestCookies): SentToken | null {
    const token = cookies[toCookieName(accessTokenCookieName, secureCookies)];
    if (token) return { token, isPlainCookie: false };
    const tokenOfPlainCookie = secureCookies ? cookies[accessTokenCookieName] : undefined;
    return tokenOfPlainCookie ? { token: tokenOfPlainCookie, isPlainCookie: true } : null;
  }

  /**
   * Returns the bearer token. For a GET or HEAD request without a bearer token, returns the token in the cookie,
   * because browsers request images and downloads without a custom header.
   */
  function findSentToken(request: FastifyRequest): SentToken | null {
    const bearerToken = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (bearerToken !== undefined) return { token: bearerToken, isPlainCookie: false };
    return ["GET", "HEAD"].includes(request.method) ? findCookieToken(request.cookies) : null;
  }

  return {
    /**
     * Returns the caller of a request. Null for a request without a token, and for a cookie without the name prefix
     * `__Host-` that its session does not accept. Throws the matching error for an expired, forged or revoked token.
     */
    async authenticate(request: FastifyRequest): Promise<Actor | null> {
      const sentToken = findSentToken(request);
      if (!sentToken) return null;
      const { actor, plainCookies } = await sessions
        .identify(sentToken.token)
        .catch(async (error: unknown) => {
          if (error instanceof AppError && error.code === "ERR.TOK0101")
            await refusedCalls.recordRefusedToken(sentToken.token, request.ip);
          throw error;
        });
      return sentToken.isPlainCookie && !plainCookies ? null : actor;
    },

    /** Returns the visitor of a page. Null if nobody is signed in. */
    async findVisitor(cookies: RequestCookies): Promise<PageVisitor | null> {
      const cookieToken = findCookieToken(cookies);
      // An expired token still contains the id of its session. The session tells whether the person is signed in.
      return cookieToken && sessions.findPageVisitor(cookieToken.token, cookieToken.isPlainCookie);
    },
  };
}
