import type { Router } from "./route.ts";

/** Adds the function `routes` to a service. The server uses it to register the service's endpoints. */
export const withRoutes = <S extends object>(
  service: S,
  registerRoutes: (router: Router, service: S) => void,
): S & { routes(router: Router): void } =>
  Object.assign(service, { routes: (router: Router) => registerRoutes(router, service) });
