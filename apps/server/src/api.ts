import { replaceDeletedNameMarks } from "@kakehashi/contract/deleted-names";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance } from "fastify";
import type { Auth } from "./features/auth/service.ts";
import type { BodyMemoryLimiter } from "./kit/http/body-memory.ts";
import { refuseOtherMethods } from "./kit/http/methods.ts";
import { languageOf } from "./kit/http/request-call.ts";
import { rewriteJsonAnswers } from "./kit/http/rewrite.ts";
import { type ApiRouter, createRouteRegistrar, type DefineRoute } from "./kit/http/route.ts";

interface ApiDependencies {
  auth: Auth;
  features: readonly object[];
  publicUrl: string;
  bodyMemory: BodyMemoryLimiter;
  /** For tests: whether to check every API response against the contract. */
  checkAnswers: boolean;
}

const hasRoutes = (feature: object): feature is { routes(router: ApiRouter): void } => "routes" in feature;

/** Registers the API endpoints of every feature. Returns the endpoints in the order of the features. */
export function registerApi(api: FastifyInstance, dependencies: ApiDependencies): Endpoint[] {
  const { auth, features, publicUrl, bodyMemory, checkAnswers } = dependencies;
  const endpoints: Endpoint[] = [];
  rewriteJsonAnswers(api, (json, request) => replaceDeletedNameMarks(json, languageOf(request)));
  const registerRoute = createRouteRegistrar(api, {
    authenticate: auth.authenticate,
    onAdminCallRefused: (request, userId) => auth.recordAdminRefused(userId, request.ip),
    onCallRefused: (request, userId, refusedCall) => auth.recordRefused(userId, request.ip, refusedCall),
    bodyMemoryLimiter: bodyMemory,
    hasSecureCookies: publicUrl.startsWith("https:"),
    checkResponses: checkAnswers,
  });
  const route: DefineRoute = (endpoint, handleCall, readMultipart) => {
    endpoints.push(endpoint);
    registerRoute(endpoint, handleCall, readMultipart);
  };
  for (const feature of features.filter(hasRoutes))
    feature.routes({ route, httpServer: api, authenticate: auth.authenticate });
  refuseOtherMethods(api, endpoints);
  return endpoints;
}
