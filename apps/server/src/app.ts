import type { RequestListener } from "node:http";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import { maximumFileBytes } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { liveReference } from "@kakehashi/contract/live";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { registerApi } from "./api.ts";
import type { PageVisitor } from "./features/auth/sessions.ts";
import { AppError } from "./kit/errors.ts";
import { createBodyMemoryLimit } from "./kit/http/body-memory.ts";
import { watchBodyProgress } from "./kit/http/body-watch.ts";
import {
  createClientErrorHandler,
  maximumHeaderBytes,
  maximumUrlLength,
  rememberNewestAnswerOfSockets,
} from "./kit/http/client-errors.ts";
import { type ConnectionTimeouts, defaultConnectionTimeouts } from "./kit/http/connection-times.ts";
import { serveApiDescription } from "./kit/http/description.ts";
import { answer, answerErrors } from "./kit/http/failures.ts";
import { readJson } from "./kit/http/json.ts";
import { enableCallLimits } from "./kit/http/limits.ts";
import { cleanForwardedFor } from "./kit/http/network.ts";
import { isOwnOrigin } from "./kit/http/origin.ts";
import { handleRequestsInOrder } from "./kit/http/request-order.ts";
import { checkHttpRules, hasValidHostHeader, requestsWebSocket } from "./kit/http/request-rules.ts";
import { addSecurityHeaders, securityHeadersFor } from "./kit/http/security-headers.ts";
import { refuseUpgrade } from "./kit/http/upgrade.ts";
import { type Metrics, timeRequests } from "./kit/metrics.ts";
import { registerOperationRoutes } from "./operations.ts";
import { otherPaths } from "./other-calls.ts";
import type { ServiceDependencies } from "./service-parts.ts";
import { closeServices, createServices, type Services } from "./services.ts";
import type { SitePages } from "./site.ts";

/** Maximum size of a JSON body. The longest message, with every character escaped, takes a tenth of it. */
const maximumBodyBytes = 512 * 1024;

function refuseFrameworkSchemas(): never {
  throw new Error("Shapes are validated by the contract, not by a route's schema.");
}

export interface AppDependencies extends ServiceDependencies {
  metrics: Metrics;
  publicMetrics: boolean;
  logger: FastifyBaseLogger | false;
  /** For tests: checks every answer of the API against the contract. */
  checkAnswers?: boolean;
  /** The timeouts of connections. Default: `defaultConnectionTimeouts`. Tests set shorter timeouts. */
  connectionTimeouts?: ConnectionTimeouts;
}

export interface App {
  http: FastifyInstance;
  endpoints: readonly Endpoint[];
  /** The services of all features. For code that writes data without a request, such as the demo workspace. */
  services: Pick<
    Services,
    | "rooms"
    | "conversations"
    | "messages"
    | "translations"
    | "memory"
    | "glossary"
    | "bookmarks"
    | "botTexts"
    | "bots"
    | "channels"
    | "livechat"
    | "broadcasts"
    | "drive"
    | "files"
    | "search"
    | "profiles"
    | "projects"
    | "projectTexts"
    | "milestones"
    | "codes"
    | "notifications"
  >;
  /** Finds the person who opens a page, by their cookies. Null for a stranger. */
  readVisitor(cookieHeader: string | undefined): Promise<PageVisitor | null>;
  /** The data of the public pages. The server also reports page views here. */
  site: SitePages;
  /** Closes the sockets, finishes running requests, and disconnects from the message bus. */
  close(): Promise<void>;
}

/** Builds the Fastify app: the features with their calls, and the rules for every request. */
export async function createApp(parts: AppDependencies): Promise<App> {
  const { publicUrl, metrics } = parts;
  const timeouts = parts.connectionTimeouts ?? defaultConnectionTimeouts;
  const http = fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    // Turns off Fastify's log of requests, because URLs contain ids and secrets. The metrics count requests by route
    // instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maximumBodyBytes,
    trustProxy: parts.trustsProxy,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    // The contract validates requests, so Fastify's own validator is not needed. Loading that validator would
    // take a tenth of the start time.
    schemaController: {
      compilersFactory: { buildValidator: refuseFrameworkSchemas, buildSerializer: refuseFrameworkSchemas },
    },
    // Fastify answers its own errors before any hook runs, so the security headers are added here.
    frameworkErrors: (error, request, reply) =>
      answer(error, request, reply.headers(securityHeadersFor(request, publicUrl))),
    // Turns off the timeout for a whole request, because a large upload takes long. `watchBodyProgress` closes
    // connections whose body makes no progress.
    requestTimeout: 0,
    keepAliveTimeout: timeouts.keepAliveTimeoutMs,
    connectionTimeout: timeouts.idleTimeoutMs,
    http: {
      maxHeaderSize: maximumHeaderBytes,
      headersTimeout: timeouts.headersTimeoutMs,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
      shouldUpgradeCallback: requestsWebSocket,
    },
    clientErrorHandler: createClientErrorHandler(publicUrl),
  });
  const [handleRequest] = http.server.listeners("request") as [RequestListener];
  const services = await createServices(parts, http.log);
  const { auth, live, messages, search, site } = services;
  metrics.addGauge("live_connections", "Open live sockets.", live.connectionCount);
  metrics.addGauge(
    "live_slow_dropped",
    "Live sockets dropped because they read too slowly.",
    live.slowDroppedCount,
  );
  metrics.addGauge("bus_reachable", "1 while the other processes can be reached, else 0.", () =>
    Number(parts.bus.isReachable()),
  );
  cleanForwardedFor(http.server);
  rememberNewestAnswerOfSockets(http.server);
  watchBodyProgress(http.server);
  handleRequestsInOrder(http.server, handleRequest);
  addSecurityHeaders(http, publicUrl);
  checkHttpRules(http);
  answerErrors(http);
  timeRequests(http, metrics);
  let isClosing = false;
  // When the server stops, Node closes only the connections that are idle at that moment. This hook closes every busy
  // connection after its last answer. Without the hook a busy connection would stay open for `keepAliveTimeoutMs`.
  http.addHook("onResponse", async () => {
    if (isClosing) setImmediate(() => http.server.closeIdleConnections());
  });
  await http.register(cookie);
  await http.register(multipart, { limits: { fileSize: maximumFileBytes } });
  if (parts.rateLimits ?? true) enableCallLimits(http, parts.callLimitsFactor ?? 1);
  readJson(http);
  http.addContentTypeParser(
    /^image\//,
    { parseAs: "buffer", bodyLimit: maximumPictureBytes },
    (_, body, done) => done(null, body),
  );
  http.addHook("onRequest", async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD" && !isOwnOrigin(request.headers, publicUrl)) {
      throw new AppError("ERR.ORIGIN");
    }
    // Answers an unknown URL before reading the request body.
    if (request.is404) throw new AppError("ERR.NOT_FOUND");
  });
  registerOperationRoutes(http, parts);

  let endpoints: Endpoint[] = [];
  await http.register(
    async (api) => {
      api.addHook("onRequest", async (request) => {
        if (request.url.length > maximumUrlLength) throw new AppError("ERR.ADDRESS_TOO_LONG");
      });
      endpoints = registerApi(api, {
        auth,
        features: Object.values(services),
        publicUrl,
        bodyMemory: createBodyMemoryLimit(),
        checkAnswers: parts.checkAnswers ?? false,
      });
    },
    { prefix: "/api" },
  );
  search.start();
  messages.start();
  await serveApiDescription(http, endpoints, publicUrl, liveReference, otherPaths(publicUrl));
  http.server.on("upgrade", (request, socket, head) => {
    const refuseUpgradeRequest = (error: AppError) => refuseUpgrade({ request, socket, publicUrl }, error);
    // Hooks do not run for WebSocket upgrades, so the Host header of an upgrade is checked here.
    if (!hasValidHostHeader(request)) return refuseUpgradeRequest(new AppError("ERR.MALFORMED"));
    // In development, Vite has its own listener for the upgrades of its hot updates. So an upgrade is not refused if
    // there is a second listener.
    if (live.upgrade(request, socket, head) || http.server.listenerCount("upgrade") > 1) return;
    refuseUpgradeRequest(new AppError("ERR.NOT_FOUND"));
  });

  return {
    http,
    endpoints,
    site: site.pages,
    services,
    readVisitor: (cookieHeader) => auth.findVisitor(http.parseCookie(cookieHeader ?? "")),
    async close() {
      live.close();
      isClosing = true;
      await http.close();
      await closeServices(services);
    },
  };
}
