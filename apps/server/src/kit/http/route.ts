import { isDeepStrictEqual } from "node:util";
import type { AnswerOf, BodyFormat, Endpoint, RequestOf } from "@kakehashi/contract/kit/endpoint";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { BodyMemoryLimiter } from "./body-memory.ts";
import type { Actor, Call, SignedInCall } from "./call.ts";
import { createCallQueue } from "./call-queue.ts";
import { DownloadAnswer, sendDownload } from "./download.ts";
import { createGuestLimits, createKnownGuestKeys } from "./guest-limits.ts";
import { parseInput, parseParams } from "./input.ts";
import { createCallLimiter } from "./limits.ts";
import { networkOf } from "./network.ts";
import { RedirectAnswer, sendRedirect } from "./redirect.ts";
import { RequestCall } from "./request-call.ts";
import { findPartsOverMaximumBytes } from "./stated-bytes.ts";

type CallOfEndpoint<E extends Endpoint> = E["guard"] extends "anyone" ? Call : SignedInCall;

export type RouteHandler<E extends Endpoint> = (
  call: CallOfEndpoint<E>,
  input: RequestOf<E>,
) => Promise<AnswerOf<E> | DownloadAnswer | RedirectAnswer>;

/**
 * Reads a multipart body and returns it as an object, which is then checked against the body schema. It is called after
 * the guard and after the check of the path parameters. No part of the body is read before that.
 */
export type ReadMultipart<E extends Endpoint> = (
  call: CallOfEndpoint<E>,
  params: RequestOf<E>["params"],
  request: FastifyRequest,
) => Promise<unknown>;

export type DefineRoute = <const E extends Endpoint>(
  endpoint: E,
  handle: RouteHandler<E>,
  readMultipart?: ReadMultipart<E>,
) => void;

/** The functions with which a feature registers its endpoints. */
export interface ApiRouter {
  route: DefineRoute;
  /** The Fastify instance on which a feature registers routes that are not in the contract, such as pictures. */
  httpServer: FastifyInstance;
  /** Finds the person who sends a request. Null for a request without a token. Throws if the token is not valid. */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
}

export interface RouterOptions {
  /**
   * Finds the person who sends a request, by the bearer token or, for GET, by the cookie. Null if the request has
   * neither. Throws if the token is expired, forged or revoked.
   */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
  /** Called when a signed-in person requests an endpoint that only admins may use. */
  onAdminCallRefused(request: FastifyRequest, userId: string): void;
  /** Called when a feature refuses a request because the person lacks the permission. */
  onCallRefused(request: FastifyRequest, userId: string, callName: string): void;
  bodyMemoryLimiter: BodyMemoryLimiter;
  hasSecureCookies: boolean;
  /** For tests: checks every response against the contract, so that no undocumented response is sent. */
  checkResponses: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** The signed-in person whom the endpoint's guard has accepted. Null for a guest, and before the guard has run. */
    actor: Actor | null;
  }
}

/**
 * Maximum bytes of a request body for an endpoint that anyone may call without signing in. A field of 10,000 characters
 * fits into this size. So if a field is too long, the server can still read the body and name the field in its error.
 */
const maximumGuestBodyBytes = 48 * 1024;

/**
 * Registers endpoints. Checks the guard, the rate limit and the body's format before it reads the body, so the body of
 * a refused request takes no memory.
 */
export function createRouteRegistrar(app: FastifyInstance, options: RouterOptions): DefineRoute {
  app.decorateRequest("actor", null);
  const knownKeys = createKnownGuestKeys();
  const callTurns = createCallQueue();
  return (endpoint, handle, readMultipart) => {
    const limit = createCallLimiter(app, endpoint.limit.perMinute);
    const guestLimits = endpoint.guard === "anyone" ? createGuestLimits(app, endpoint, knownKeys) : null;
    const countFileUpload =
      endpoint.limit.filesPerMinute && createCallLimiter(app, endpoint.limit.filesPerMinute);
    const isCountedByNetwork = guestLimits !== null;
    const maximumBodyBytes =
      endpoint.maximumBodyBytes ?? (isCountedByNetwork ? maximumGuestBodyBytes : undefined);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        endpoint,
      },
      ...(maximumBodyBytes && { bodyLimit: maximumBodyBytes }),
      onRequest: async (request, reply) => {
        guestLimits?.countRequest(request);
        const actor = await admitCaller(endpoint, request, options);
        const format = bodyFormatOf(request);
        if (actor && !isCountedByNetwork) limit(actor.userId);
        if (countFileUpload && actor && format === "multipart") countFileUpload(actor.userId);
        if (format && !endpoint.bodyFormats?.includes(format)) throw new AppError("ERR.MEDIA_TYPE");
        request.actor = actor;
        // No memory is reserved for a multipart body, because its parts are not kept in memory.
        if (endpoint.method === "GET" || format === "multipart") return;
        const maximumBytes =
          format === "image"
            ? maximumPictureBytes
            : (maximumBodyBytes ?? request.routeOptions.bodyLimit ?? 0);
        options.bodyMemoryLimiter.reserveMemory(
          { raw: request.raw, answer: reply.raw, maximumBytes },
          isCountedByNetwork || !actor
            ? { kind: "network", name: networkOf(request.ip) }
            : { kind: "person", name: actor.userId },
        );
      },
      handler: async (request, reply) => {
        // The guard of the endpoint decides whether the handler gets a `Call` or a `SignedInCall`. TypeScript cannot
        // infer this.
        const requestCall = new RequestCall(request, reply, options.hasSecureCookies) as CallOfEndpoint<
          typeof endpoint
        >;
        const params = parseParams(endpoint, request) as RequestOf<typeof endpoint>["params"];
        let body: unknown = request.body ?? undefined;
        if (request.isMultipart()) {
          if (!readMultipart) throw new AppError("ERR.MEDIA_TYPE");
          body = await readMultipart(requestCall, params, request);
        }
        const input = { params, ...parseInput(endpoint, request.query, body) } as RequestOf<typeof endpoint>;
        const endTurn = await callTurns.waitForTurn(request, reply);
        const routeAnswer = await handle(requestCall, input).catch((error: unknown) => {
          if (request.actor && isMissingPermission(error))
            options.onCallRefused(request, request.actor.userId, `${endpoint.method} ${endpoint.path}`);
          throw error;
        });
        guestLimits?.rememberValidGuestKey(request);
        if (routeAnswer instanceof DownloadAnswer) {
          // A download may take minutes. It needs little memory, because the file is streamed from storage. So the call
          // frees its place among the caller's running calls at once, and does not delay the caller's other requests.
          endTurn();
          return sendDownload(routeAnswer, request, reply);
        }
        if (routeAnswer instanceof RedirectAnswer) return sendRedirect(routeAnswer, reply);
        // Responses to the same URL may differ by cookie, so shared caches must not store them.
        reply.header("cache-control", "no-store");
        if (options.checkResponses) checkAnswer(endpoint, routeAnswer);
        return routeAnswer;
      },
    });
  };
}

/**
 * Whether an error says that somebody lacks a permission. The errors for a missing profile and for a closed page do not
 * count.
 */
const isMissingPermission = (error: unknown): boolean =>
  error instanceof AppError && error.status === 403 && !/^(?:PROFILE|PAGE)\./.test(error.code);

async function admitCaller(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: RouterOptions,
): Promise<Actor | null> {
  if (endpoint.guard === "anyone") {
    // A request with an invalid token is handled like a guest's request.
    return options.authenticate(request).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  }
  const actor = await options.authenticate(request);
  if (!actor) throw new AppError("ERR.TOK0101");
  if (endpoint.guard === "admin" && actor.role !== "admin") {
    options.onAdminCallRefused(request, actor.userId);
    throw new AppError("ERR.FORBIDDEN");
  }
  if (endpoint.guard !== "signed-in" && !actor.mayWrite) throw new AppError("ERR.BLOCKED");
  return actor;
}

/** Returns the body format from a request's `Content-Type`. Null for JSON and for formats that no endpoint accepts. */
function bodyFormatOf({ headers }: FastifyRequest): Exclude<BodyFormat, "json"> | null {
  const type = headers["content-type"]?.trimStart().toLowerCase() ?? "";
  if (type.startsWith("multipart/form-data")) return "multipart";
  return type.startsWith("image/") ? "image" : null;
}

function checkAnswer(endpoint: Endpoint, routeAnswer: { data: unknown; meta?: unknown }): void {
  const data: unknown = JSON.parse(JSON.stringify(routeAnswer.data));
  const parsedData = endpoint.data.parse(data);
  if (!isDeepStrictEqual(data, parsedData)) {
    throw new Error(`${endpoint.method} ${endpoint.path} answers more than its contract says`);
  }
  endpoint.meta?.parse(routeAnswer.meta);
  const tooLongParts = findPartsOverMaximumBytes(endpoint.data, data);
  if (tooLongParts.length > 0)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers more bytes than stated: ${tooLongParts.join(", ")}`,
    );
}
