import { cancelDeletion, requestDeletion } from "@kakehashi/contract/deletion";
import { accessTokenCookie, refreshTokenCookie } from "@kakehashi/contract/sessions";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { type AccountDeletion, createAccountDeletion, type DeletionDependencies } from "./service.ts";

export function deletionRoutes(route: DefineRoute, deletion: AccountDeletion): void {
  route(requestDeletion, async (call, { body }) => {
    const { actor, ip } = call;
    const { current_password: password, confirmation } = body;
    const dueDate = await deletion.request(
      { userId: actor.userId, sessionId: actor.sessionId, ip },
      { password, confirmation },
    );
    for (const cookie of [accessTokenCookie, refreshTokenCookie]) call.setCookie(cookie, "", 0);
    return { data: { due_at: dueDate.toISOString() } };
  });
  route(cancelDeletion, async ({ actor, ip }) => {
    await deletion.cancel({ userId: actor.userId, ip });
    return { data: {} };
  });
}

/** Creates the service that deletes accounts, and the routes of its API calls. */
export const createAccountDeletionFeature = (dependencies: DeletionDependencies) =>
  withRoutes(createAccountDeletion(dependencies), ({ route }, accountDeletion) => {
    deletionRoutes(route, accountDeletion);
  });
