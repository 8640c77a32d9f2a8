import { getLiveEndpoint } from "@kakehashi/contract/live";
import type { DefineRoute } from "../../kit/http/route.ts";

/** Registers the route that returns the name of the session's own live queue. `endpointOf` finds this name. */
export function defineLiveRoutes(
  route: DefineRoute,
  endpointOf: (sessionId: string) => Promise<string>,
): void {
  route(getLiveEndpoint, async ({ actor }) => ({ data: { endpoint: await endpointOf(actor.sessionId) } }));
}
