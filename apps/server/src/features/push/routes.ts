import { getPushKey, listPushDevices, subscribePush, unsubscribePush } from "@kakehashi/contract/push";
import type { Route } from "../../kit/http/route.ts";
import type { Push } from "./service.ts";

export function pushRoutes(route: Route, push: Push): void {
  route(getPushKey, async () => ({ data: { public_key: await push.publicKey() } }));
  route(listPushDevices, async ({ actor }) => ({ data: await push.list(actor) }));
  route(subscribePush, async ({ actor }, { body }) => ({ data: await push.subscribe(actor, body) }));
  route(unsubscribePush, async ({ actor }, { params }) => ({
    data: await push.unsubscribe(actor.userId, params.id),
  }));
}
