import type { Router } from "./route.ts";

/** Adds the function `routes` to a service. The server calls it to register the service's API calls. */
export const withRoutes = <S extends object>(
  service: S,
  registerRoutes: (router: Router, service: S) => void,
): S & { routes(router: Router): void } =>
  Object.assign(service, { routes: (router: Router) => registerRoutes(router, service) });
