import {
  beginGoogleSignIn,
  finishGoogleSignIn,
  getIdentityIssuers,
  identitySignInCookieName,
  identitySignInLifetimeSeconds,
  listIdentities,
  unlinkGoogleAccount,
} from "@kakehashi/contract/identities";
import { refreshTokenCookieName } from "@kakehashi/contract/sessions";
import { challengeCookieName, challengeLifetimeSeconds } from "@kakehashi/contract/two-step";
import { RedirectAnswer } from "../../kit/http/redirect.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { readSessionOrigin, setTokenCookies } from "./cookies.ts";
import { IdentitySignInError } from "./identity-sign-in-error.ts";
import type { Auth } from "./service.ts";

const pathAfterSignIn = (page: string, nextPath: string) => `${page}?next=${encodeURIComponent(nextPath)}`;

/** Redirects to the page from which the sign-in started. The page then shows why the sign-in was refused. */
function redirectWithRefusal(
  { problem, nextPath, isLinking }: IdentitySignInError,
  method: RedirectAnswer["redirectTechnique"],
): RedirectAnswer {
  return new RedirectAnswer(
    `${isLinking ? "/settings?" : `${pathAfterSignIn("/login", nextPath)}&`}google=${problem}`,
    method,
  );
}

export function defineIdentityRoutes(route: DefineRoute, auth: Auth): void {
  const { identity } = auth;

  route(getIdentityIssuers, async () => ({ data: { google: identity.available } }));

  route(beginGoogleSignIn, async (apiCall, { query }) => {
    try {
      const userIdToLink = query.link ? (apiCall.actor?.userId ?? null) : null;
      // The person wants to link Google to their account, but their session has expired. Refuse this, because otherwise
      // they could be signed in to another account.
      if (query.link && userIdToLink === null) throw new IdentitySignInError("expired", "/settings", true);
      const session = await auth.sessionOf(apiCall.readCookie(refreshTokenCookieName));
      const { address, browser } = await identity.beginSignIn(query.next, userIdToLink, session);
      // The cookie needs SameSite=Lax, because the redirect back comes from the identity provider's site.
      apiCall.setCookie(identitySignInCookieName, browser, identitySignInLifetimeSeconds, "lax");
      return new RedirectAnswer(address, "302");
    } catch (error) {
      if (!(error instanceof IdentitySignInError)) throw error;
      return redirectWithRefusal(error, "302");
    }
  });

  route(finishGoogleSignIn, async (apiCall, { query }) => {
    const callbackQuery = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (typeof value === "string") callbackQuery.set(name, value);
    const browser = apiCall.readCookie(identitySignInCookieName);
    apiCall.setCookie(identitySignInCookieName, "", 0, "lax");
    try {
      const {
        user,
        wasLinked,
        nextPath: next,
        replacedSessionId,
      } = await identity.finishSignIn(browser, callbackQuery, apiCall);
      if (wasLinked) return new RedirectAnswer(next, "page");
      const signInResult = await auth.openSessionOrChallenge(user, {
        ...readSessionOrigin(apiCall),
        replacedSessionId,
      });
      if ("tokens" in signInResult) {
        setTokenCookies(apiCall, signInResult.tokens);
        return new RedirectAnswer(pathAfterSignIn("/login/done", next), "page");
      }
      apiCall.setCookie(challengeCookieName, signInResult.challenge, challengeLifetimeSeconds);
      return new RedirectAnswer(pathAfterSignIn("/login/two-step", next), "page");
    } catch (error) {
      if (error instanceof IdentitySignInError) return redirectWithRefusal(error, "page");
      identity.logFailure(error);
      return redirectWithRefusal(new IdentitySignInError("failed"), "page");
    }
  });

  route(listIdentities, async ({ actor }) => ({ data: await identity.listIdentities(actor.userId) }));
  route(unlinkGoogleAccount, async ({ actor, ip }) => {
    await identity.unlinkIdentity(actor.userId, ip);
    return { data: {} };
  });
}
