import {
  challengeCookieName,
  confirmTwoStep,
  getTwoStep,
  renewRecoveryCodes,
  setUpTwoStep,
  signInTwoStep,
  turnOffTwoStep,
} from "@kakehashi/contract/two-step";
import type { DefineRoute } from "../../kit/http/route.ts";
import { attemptOriginOfSession, readSessionOrigin, setTokenCookies } from "./cookies.ts";
import type { Auth } from "./service.ts";

export function defineTwoStepRoutes(route: DefineRoute, auth: Auth): void {
  route(signInTwoStep, async (apiCall, { body }) => {
    const tokens = await auth.answerChallenge(
      apiCall.readCookie(challengeCookieName),
      body.code,
      readSessionOrigin(apiCall),
    );
    apiCall.setCookie(challengeCookieName, "", 0);
    return setTokenCookies(apiCall, tokens, body.cookie_only);
  });
  route(getTwoStep, async ({ actor }) => ({ data: await auth.twoStep.getState(actor.userId) }));
  route(setUpTwoStep, async ({ actor, ip }, { body }) => ({
    data: await auth.twoStep.setUp(actor.userId, body.current_password, attemptOriginOfSession(actor, ip)),
  }));
  route(confirmTwoStep, async ({ actor, ip }, { body }) => ({
    data: {
      recovery_codes: await auth.twoStep.confirm(actor.userId, body.code, attemptOriginOfSession(actor, ip)),
    },
  }));
  route(renewRecoveryCodes, async ({ actor, ip }, { body }) => {
    const { current_password, code } = body;
    const codes = await auth.twoStep.renewRecoveryCodes(
      actor.userId,
      current_password,
      code,
      attemptOriginOfSession(actor, ip),
    );
    return { data: { recovery_codes: codes } };
  });
  route(turnOffTwoStep, async ({ actor, ip }, { body }) => {
    await auth.twoStep.turnOff(
      actor.userId,
      body.current_password,
      body.code,
      attemptOriginOfSession(actor, ip),
    );
    return { data: {} };
  });
}
