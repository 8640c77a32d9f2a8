import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import { maximumFileSize } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { pictureBytes } from "@kakehashi/contract/profiles";
import { accessTokenCookie } from "@kakehashi/contract/sessions";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { registerApi } from "./api.ts";
import type { Visitor } from "./features/auth/sessions.ts";
import { AppError } from "./kit/errors.ts";
import { answerClientError, longestAddress, maximumHeaders } from "./kit/http/client-errors.ts";
import { describeApi } from "./kit/http/description.ts";
import { answer, answerFailures, toAppError } from "./kit/http/failures.ts";
import { readJson } from "./kit/http/json.ts";
import { isOwnOrigin } from "./kit/http/origin.ts";
import { refuseUpgrade } from "./kit/http/upgrade.ts";
import { type Metrics, timeRequests } from "./kit/metrics.ts";
import { operationRoutes } from "./operations.ts";
import { createServices, type ServiceParts, type Services } from "./services.ts";
import type { SitePages } from "./site.ts";

/** Bytes of a JSON body. The longest message takes a tenth of it, escaped. */
const maximumBody = 512 * 1024;

export interface AppParts extends ServiceParts {
  metrics: Metrics;
  publicMetrics: boolean;
  logger: FastifyBaseLogger | false;
  /** Tests: check every answer against the contract. */
  checkAnswers?: boolean;
}

export interface App {
  http: FastifyInstance;
  endpoints: readonly Endpoint[];
  /** For what writes without a request: the demo workspace. */
  services: Pick<Services, "conversations" | "messages" | "bookmarks" | "files" | "search" | "notifications">;
  /** Who opens a page, by their cookies; null for a stranger. */
  readVisitor(cookieHeader: string | undefined): Promise<Visitor | null>;
  /** What the public pages tell and are told. */
  site: SitePages;
  /** Tells the sockets, finishes the requests under way, and lets go of the bus. */
  close(): Promise<void>;
}

/** The composition: the features behind their calls, and what stands around all of them. */
export async function createApp(parts: AppParts): Promise<App> {
  const { publicUrl, metrics } = parts;
  const http = fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    // Addresses hold ids and secrets; the histogram counts requests by their route instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maximumBody,
    // A proxy on this machine speaks for its callers; whoever comes from elsewhere speaks for themself alone.
    trustProxy: "loopback",
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answer,
    http: { maxHeaderSize: maximumHeaders },
    clientErrorHandler: answerClientError,
  });
  const services = await createServices(parts, http.log);
  const { live, sessions, conversations, search, site } = services;
  metrics.gauge("live_connections", "Open live sockets.", live.connectionCount);
  answerFailures(http);
  timeRequests(http, metrics);
  await http.register(cookie);
  await http.register(multipart, { limits: { fileSize: maximumFileSize } });
  if (parts.rateLimits ?? true) await http.register(rateLimit, { global: false });
  readJson(http);
  http.addContentTypeParser(/^image\//, { parseAs: "buffer", bodyLimit: pictureBytes }, (_, body, done) =>
    done(null, body),
  );
  http.addHook("onRequest", async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD" && !isOwnOrigin(request.headers, publicUrl)) {
      throw new AppError("ERR.ORIGIN");
    }
  });
  operationRoutes(http, parts);
  http.addHook("onError", async (request, _, error) => {
    // Whether the change took effect before the database went away nobody knows, nor was anybody told.
    const { endpoint } = request.routeOptions.config;
    const { id } = (request.params ?? {}) as { id?: string };
    if (!endpoint?.path.startsWith("/conversations/:id") || endpoint.method === "GET" || !id) return;
    if (toAppError(error).code === "ERR.UNAVAILABLE") conversations.doubt(id);
  });

  let endpoints: Endpoint[] = [];
  await http.register(
    async (api) => {
      api.addHook("onRequest", async (request) => {
        if (request.url.length > longestAddress) throw new AppError("ERR.ADDRESS_TOO_LONG");
      });
      endpoints = registerApi(api, { services, publicUrl, checkAnswers: parts.checkAnswers ?? false });
    },
    { prefix: "/api" },
  );
  search.start();
  await describeApi(http, endpoints, publicUrl);
  http.server.on("upgrade", (request, socket, head) => {
    // In development the web app's own hot updates come this way too.
    if (live.upgrade(request, socket, head) || http.server.listenerCount("upgrade") > 1) return;
    refuseUpgrade(socket, "404 Not Found");
  });

  return {
    http,
    endpoints,
    site: site.pages,
    services,
    async readVisitor(cookieHeader) {
      const token = http.parseCookie(cookieHeader ?? "")[accessTokenCookie];
      // An expired token still says who it was for; whether they are signed in is for the session to say.
      return token ? sessions.visitor(token) : null;
    },
    async close() {
      live.close();
      await http.close();
      await services.close();
    },
  };
}
