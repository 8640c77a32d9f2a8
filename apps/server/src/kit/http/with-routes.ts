import type { Router } from "./route.ts";

/** Adds to a service the function `routes`, with which the server registers the service's API calls. */
export const withRoutes = <S extends object>(
  service: S,
  registerRoutes: (router: Router, service: S) => void,
): S & { routes(router: Router): void } =>
  Object.assign(service, { routes: (router: Router) => registerRoutes(router, service) });
