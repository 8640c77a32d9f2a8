import type { ApiRouter } from "./route.ts";

/** Adds the function `routes` to a service. The server uses it to register the service's endpoints. */
export const withRoutes = <S extends object>(
  service: S,
  registerRoutes: (router: ApiRouter, service: S) => void,
): S & { routes(router: ApiRouter): void } =>
  Object.assign(service, { routes: (router: ApiRouter) => registerRoutes(router, service) });
