import { getEndpoint } from "@kakehashi/contract/live";
import type { Route } from "../../kit/http/route.ts";

/** `endpointOf` returns the name of a session's own queue. */
export function liveRoutes(route: Route, endpointOf: (sessionId: string) => Promise<string>): void {
  route(getEndpoint, async ({ actor }) => ({ data: { endpoint: await endpointOf(actor.sessionId) } }));
}
