import type { RequestListener } from "node:http";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import { maximumFileBytes } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { liveChannelDocumentation } from "@kakehashi/contract/live";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { registerApi } from "./api.ts";
import type { PageVisitor } from "./features/auth/sessions.ts";
import { AppError } from "./kit/errors.ts";
import { createBodyMemoryLimiter } from "./kit/http/body-memory.ts";
import { watchBodyProgress } from "./kit/http/body-watch.ts";
import {
  createBrokenRequestHandler,
  maximumHeaderBytes,
  maximumUrlLength,
  rememberNewestAnswerOfSockets,
} from "./kit/http/client-errors.ts";
import { type ConnectionTimeouts, defaultConnectionTimeouts } from "./kit/http/connection-times.ts";
import { serveApiDescription } from "./kit/http/description.ts";
import { registerErrorHandlers, sendFailure } from "./kit/http/failures.ts";
import { addJsonParser } from "./kit/http/json.ts";
import { enableCallLimits } from "./kit/http/limits.ts";
import { keepOnlyForwardedIpAddresses } from "./kit/http/network.ts";
import { isOwnOrigin } from "./kit/http/origin.ts";
import { handleRequestsInOrder } from "./kit/http/request-order.ts";
import { enforceHttpRules, hasValidHostHeader, requestsWebSocket } from "./kit/http/request-rules.ts";
import { addSecurityHeaders, createResponseSecurityHeaders } from "./kit/http/security-headers.ts";
import { refuseUpgrade } from "./kit/http/upgrade.ts";
import { type Metrics, timeRequests } from "./kit/metrics.ts";
import { defineOperationRoutes } from "./operations.ts";
import { describePathsOutsideContract } from "./other-calls.ts";
import type { ServiceDependencies } from "./service-parts.ts";
import { closeServices, createServices, type Services } from "./services.ts";
import type { SitePageHooks } from "./site.ts";

/** Maximum size of a JSON body. Even the longest message with every character escaped is only a tenth of this size. */
const maximumBodyBytes = 512 * 1024;

function throwOnRouteSchema(): never {
  throw new Error("Shapes are validated by the contract, not by a route's schema.");
}

export interface AppDependencies extends ServiceDependencies {
  metrics: Metrics;
  areMetricsPublic: boolean;
  logger: FastifyBaseLogger | false;
  /** For tests: checks every API response against the contract. */
  checkAnswers?: boolean;
  /** The connection timeouts. Default: `defaultConnectionTimeouts`. Tests set shorter timeouts. */
  connectionTimeouts?: ConnectionTimeouts;
}

export interface App {
  http: FastifyInstance;
  endpoints: readonly Endpoint[];
  /**
   * The services of the features whose data is also written without an HTTP request, for example by the demo workspace.
   */
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
  /** Finds the person who opens a page, by the request's cookies. Null: the visitor is not signed in. */
  readPageVisitor(cookieHeader: string | undefined): Promise<PageVisitor | null>;
  /** The data of the public pages. The server also counts page views through this object. */
  sitePageHooks: SitePageHooks;
  /** Closes the WebSockets, finishes running requests, and disconnects from the message bus. */
  close(): Promise<void>;
}

/** Builds the Fastify app with the endpoints of all features and the hooks that run for every request. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { publicUrl, metrics } = dependencies;
  const timeouts = dependencies.connectionTimeouts ?? defaultConnectionTimeouts;
  const httpServer = fastify({
    ...(dependencies.logger ? { loggerInstance: dependencies.logger } : { logger: false }),
    // Turns off Fastify's request log, because URLs contain ids and secrets. The metrics count requests by route
    // instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maximumBodyBytes,
    trustProxy: dependencies.isTrustedProxy,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    // Fastify's own validator is not needed, because the endpoints validate requests by the contract's schemas. Loading
    // that validator would take a tenth of the start time.
    schemaController: {
      compilersFactory: { buildValidator: throwOnRouteSchema, buildSerializer: throwOnRouteSchema },
    },
    // Fastify sends its own error responses before any hook runs, so this code adds the security headers itself.
    frameworkErrors: (error, request, reply) =>
      sendFailure(error, request, reply.headers(createResponseSecurityHeaders(request, publicUrl))),
    // Turns off Fastify's timeout for a whole request, because a large upload takes long. Instead, `watchBodyProgress`
    // closes connections whose request body makes no progress.
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
    clientErrorHandler: createBrokenRequestHandler(publicUrl),
  });
  const [handleRequest] = httpServer.server.listeners("request") as [RequestListener];
  const services = await createServices(dependencies, httpServer.log);
  const { auth, live, messages, search, site } = services;
  metrics.addGauge("live_connections", "Open live sockets.", live.countConnections);
  metrics.addGauge(
    "live_slow_dropped",
    "Live sockets dropped because they read too slowly.",
    live.countDroppedSlowClients,
  );
  metrics.addGauge("bus_reachable", "1 while the other processes can be reached, else 0.", () =>
    Number(dependencies.bus.isReachable()),
  );
  keepOnlyForwardedIpAddresses(httpServer.server);
  rememberNewestAnswerOfSockets(httpServer.server);
  watchBodyProgress(httpServer.server);
  handleRequestsInOrder(httpServer.server, handleRequest);
  addSecurityHeaders(httpServer, publicUrl);
  enforceHttpRules(httpServer);
  registerErrorHandlers(httpServer);
  timeRequests(httpServer, metrics);
  let isClosing = false;
  // When the server stops, Node closes only the connections that are idle at that moment. This hook closes each busy
  // connection after its last response. Otherwise it would stay open for `keepAliveTimeoutMs`.
  httpServer.addHook("onResponse", async () => {
    if (isClosing) setImmediate(() => httpServer.server.closeIdleConnections());
  });
  await httpServer.register(cookie);
  await httpServer.register(multipart, { limits: { fileSize: maximumFileBytes } });
  if (dependencies.hasRateLimits ?? true) enableCallLimits(httpServer, dependencies.callLimitsFactor ?? 1);
  addJsonParser(httpServer);
  httpServer.addContentTypeParser(
    /^image\//,
    { parseAs: "buffer", bodyLimit: maximumPictureBytes },
    (_, body, finishParsing) => finishParsing(null, body),
  );
  httpServer.addHook("onRequest", async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD" && !isOwnOrigin(request.headers, publicUrl)) {
      throw new AppError("ERR.ORIGIN");
    }
    // Responds to an unknown URL before the request body is read.
    if (request.is404) throw new AppError("ERR.NOT_FOUND");
  });
  defineOperationRoutes(httpServer, dependencies);

  let endpoints: Endpoint[] = [];
  await httpServer.register(
    async (api) => {
      api.addHook("onRequest", async (request) => {
        if (request.url.length > maximumUrlLength) throw new AppError("ERR.ADDRESS_TOO_LONG");
      });
      endpoints = registerApi(api, {
        auth,
        features: Object.values(services),
        publicUrl,
        bodyMemory: createBodyMemoryLimiter(),
        checkAnswers: dependencies.checkAnswers ?? false,
      });
    },
    { prefix: "/api" },
  );
  search.start();
  messages.start();
  await serveApiDescription(
    httpServer,
    endpoints,
    publicUrl,
    liveChannelDocumentation,
    describePathsOutsideContract(publicUrl),
  );
  httpServer.server.on("upgrade", (request, socket, firstPacket) => {
    const refuseUpgradeRequest = (error: AppError) => refuseUpgrade({ request, socket, publicUrl }, error);
    // Hooks do not run for WebSocket upgrades, so the Host header of an upgrade is checked here.
    if (!hasValidHostHeader(request)) return refuseUpgradeRequest(new AppError("ERR.MALFORMED"));
    // In development, Vite adds its own upgrade listener for hot updates. If there is such a second listener, this
    // listener refuses no upgrade and leaves the decision to Vite.
    if (live.handleUpgrade(request, socket, firstPacket) || httpServer.server.listenerCount("upgrade") > 1)
      return;
    refuseUpgradeRequest(new AppError("ERR.NOT_FOUND"));
  });

  return {
    http: httpServer,
    endpoints,
    sitePageHooks: site.pages,
    services,
    readPageVisitor: (cookieHeader) => auth.findVisitor(httpServer.parseCookie(cookieHeader ?? "")),
    async close() {
      live.close();
      isClosing = true;
      await httpServer.close();
      await closeServices(services);
    },
  };
}
