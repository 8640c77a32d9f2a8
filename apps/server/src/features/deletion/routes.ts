import { cancelDeletion, requestDeletion } from "@kakehashi/contract/deletion";
import { accessTokenCookieName, refreshTokenCookieName } from "@kakehashi/contract/sessions";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { type AccountDeletion, createAccountDeletion, type DeletionDependencies } from "./service.ts";

export function defineDeletionRoutes(route: DefineRoute, accountDeletion: AccountDeletion): void {
  route(requestDeletion, async (apiCall, { body }) => {
    const { actor, ip } = apiCall;
    const { current_password: password, confirmation } = body;
    const dueDate = await accountDeletion.request(
      { userId: actor.userId, sessionId: actor.sessionId, ip },
      { password, confirmation },
    );
    for (const cookieName of [accessTokenCookieName, refreshTokenCookieName])
      apiCall.setCookie(cookieName, "", 0);
    return { data: { due_at: dueDate.toISOString() } };
  });
  route(cancelDeletion, async ({ actor, ip }) => {
    await accountDeletion.cancel({ userId: actor.userId, ip });
    return { data: {} };
  });
}

/** Creates the service that deletes accounts, and the routes of its API calls. */
export const createAccountDeletionFeature = (dependencies: DeletionDependencies) =>
  withRoutes(createAccountDeletion(dependencies), ({ route }, accountDeletion) => {
    defineDeletionRoutes(route, accountDeletion);
  });
