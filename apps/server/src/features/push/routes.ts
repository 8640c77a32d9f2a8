import { getPushKey, listPushDevices, subscribePush, unsubscribePush } from "@kakehashi/contract/push";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createPush, type Push, type PushOptions } from "./service.ts";

export function definePushRoutes(route: DefineRoute, push: Push): void {
  route(getPushKey, async () => ({ data: { public_key: await push.publicKey() } }));
  route(listPushDevices, async ({ actor }) => ({ data: await push.list(actor) }));
  route(subscribePush, async ({ actor }, { body }) => ({ data: await push.subscribe(actor, body) }));
  route(unsubscribePush, async ({ actor }, { params }) => ({
    data: await push.unsubscribe(actor.userId, params.id),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createPushFeature = (dependencies: PushOptions) =>
  withRoutes(createPush(dependencies), ({ route }, push) => {
    definePushRoutes(route, push);
  });
