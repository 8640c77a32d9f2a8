import { isDeepStrictEqual } from "node:util";
import type { Answer, BodyFormat, Endpoint, Request } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, notFound } from "../errors.ts";
import type { Actor, Call, SignedInCall } from "./call.ts";
import { Download, sendDownload } from "./download.ts";
import { createLimit } from "./limits.ts";
import { networkOf } from "./network.ts";
import { Redirect, sendRedirect } from "./redirect.ts";
import { RequestCall } from "./request-call.ts";

/** Thrown for input that its schema refuses; the error handler names the fields. */
export class InputError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("Invalid input");
    this.name = "InputError";
    this.issues = issues;
  }
}

type CallFor<E extends Endpoint> = E["guard"] extends "anyone" ? Call : SignedInCall;

export type Handler<E extends Endpoint> = (
  call: CallFor<E>,
  input: Request<E>,
) => Promise<Answer<E> | Download | Redirect>;

/**
 * Reads a multipart body into what the endpoint's body schema then judges. It is called once the caller is known and
 * the parameters hold, before the first byte of a part is read.
 */
export type ReadMultipart<E extends Endpoint> = (
  call: CallFor<E>,
  params: Request<E>["params"],
  request: FastifyRequest,
) => Promise<unknown>;

export type Route = <const E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  readMultipart?: ReadMultipart<E>,
) => void;

/** What a feature registers its calls with. */
export interface Router {
  route: Route;
  /** For calls beside the contract, such as pictures. */
  api: FastifyInstance;
  /** The actor of a request; null without a token. Throws what a token deserves that does not hold. */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
}

export interface RouterOptions {
  /**
   * The actor of a request, from its bearer token, or for GET its cookie; null without any.
   * Throws what the token deserves: expired, forged, revoked.
   */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
  /** Hears of a signed-in person who called what only admins may. */
  onAdminRefused(request: FastifyRequest, userId: string): void;
  secureCookies: boolean;
  /** Tests check every answer against the contract, and that nothing undocumented leaves. */
  checkAnswers: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Who was admitted; null for a guest, and until the guard has been asked. */
    actor: Actor | null;
  }
}

/** Bytes of a body that comes without a session: the longest contact message, with every character escaped. */
const maximumGuestBodyBytes = 192 * 1024;

/**
 * Registers endpoints. Everything that can refuse a caller (guard, limit, the body's format) is asked before the body is
 * read, so that a stranger's body takes no memory.
 */
export function createRoute(app: FastifyInstance, options: RouterOptions): Route {
  app.decorateRequest("actor", null);
  return (endpoint, handle, readMultipart) => {
    const limit = endpoint.limit && createLimit(app, endpoint.limit.perMinute);
    const filesLimit = endpoint.limit?.filesPerMinute && createLimit(app, endpoint.limit.filesPerMinute);
    const byNetwork = endpoint.guard === "anyone";
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        endpoint,
      },
      ...(byNetwork && { bodyLimit: maximumGuestBodyBytes }),
      onRequest: async (request) => {
        // Whoever needs no session is known by their address alone.
        if (limit && byNetwork) await limit(request, networkOf(request.ip));
        const actor = await admit(endpoint, request, options);
        const format = bodyFormat(request);
        if (limit && actor && !byNetwork) await limit(request, actor.userId);
        if (filesLimit && actor && format === "multipart") await filesLimit(request, actor.userId);
        if (format && !endpoint.accepts?.includes(format)) throw new AppError("ERR.MEDIA_TYPE");
        request.actor = actor;
      },
      handler: async (request, reply) => {
        // The guard decides which of the two a handler is given; the compiler cannot see that far.
        const call = new RequestCall(request, reply, options.secureCookies) as CallFor<typeof endpoint>;
        const params = parseParams(endpoint, request) as Request<typeof endpoint>["params"];
        let body: unknown = request.body ?? undefined;
        if (request.isMultipart()) {
          if (!readMultipart) throw new AppError("ERR.MEDIA_TYPE");
          body = await readMultipart(call, params, request);
        }
        const input = { params, ...parse(endpoint, request.query, body) } as Request<typeof endpoint>;
        const answer = await handle(call, input);
        if (answer instanceof Download) return sendDownload(answer, request, reply);
        if (answer instanceof Redirect) return sendRedirect(answer, reply);
        // The cookie may be all that tells one person's answer from another's.
        reply.header("cache-control", "no-store");
        if (options.checkAnswers) checkAnswer(endpoint, answer);
        return answer;
      },
    });
  };
}

async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: RouterOptions,
): Promise<Actor | null> {
  if (endpoint.guard === "anyone") {
    // Who comes with a token that no longer holds is a guest like any other.
    return options.authenticate(request).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  }
  const actor = await options.authenticate(request);
  if (!actor) throw new AppError("ERR.TOK0101");
  if (endpoint.guard === "admin" && actor.role !== "admin") {
    options.onAdminRefused(request, actor.userId);
    throw new AppError("ERR.FORBIDDEN");
  }
  if (endpoint.guard !== "signed-in" && !actor.mayWrite) throw new AppError("ERR.BLOCKED");
  return actor;
}

/** The format that a request announces; null for JSON and for what no endpoint takes. */
function bodyFormat({ headers }: FastifyRequest): Exclude<BodyFormat, "json"> | null {
  const type = headers["content-type"]?.trimStart().toLowerCase() ?? "";
  if (type.startsWith("multipart/form-data")) return "multipart";
  return type.startsWith("image/") ? "image" : null;
}

function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = endpoint.params?.safeParse(request.params);
  // An id that cannot exist is simply not there.
  if (params && !params.success) throw notFound();
  return params?.data;
}

function parse(endpoint: Endpoint, givenQuery: unknown, givenBody: unknown) {
  const query = endpoint.query?.safeParse(givenQuery);
  const body = endpoint.body?.safeParse(givenBody);
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw new InputError(issues);
  return { query: query?.data, body: body?.data };
}

function checkAnswer(endpoint: Endpoint, answer: { data: unknown; meta?: unknown }): void {
  const data: unknown = JSON.parse(JSON.stringify(answer.data));
  const described = endpoint.data.parse(data);
  if (!isDeepStrictEqual(data, described)) {
    throw new Error(`${endpoint.method} ${endpoint.path} answers more than its contract says`);
  }
  endpoint.meta?.parse(answer.meta);
}
