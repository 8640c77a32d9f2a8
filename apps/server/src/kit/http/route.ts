import { isDeepStrictEqual } from "node:util";
import type { Answer, Endpoint, Request } from "@kakehashi/contract/kit/endpoint";
import { chooseLanguage, languageCookie } from "@kakehashi/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, notFound } from "../errors.ts";
import type { Actor, Call, SignedInCall } from "./call.ts";
import { Download, sendDownload } from "./download.ts";
import { createLimit } from "./limits.ts";
import { networkOf } from "./network.ts";
import { Redirect, sendRedirect } from "./redirect.ts";

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

export interface RouterOptions {
  /**
   * The actor of a request, from its bearer token, or for GET its cookie; null without any.
   * Throws what the token deserves: expired, forged, revoked.
   */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
  secureCookies: boolean;
  /** Tests check every answer against the contract, and that nothing undocumented leaves. */
  checkAnswers: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export function createRoute(app: FastifyInstance, options: RouterOptions): Route {
  return (endpoint, handle, readMultipart) => {
    const limit = endpoint.limit && createLimit(app, endpoint.limit.perMinute);
    const byNetwork = endpoint.guard === "anyone";
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        endpoint,
      },
      // Before the body is read: whoever needs no session is known by their address alone.
      ...(limit && byNetwork && { onRequest: (request) => limit(request, networkOf(request.ip)) }),
      handler: async (request, reply) => {
        const actor = await admit(endpoint, request, options);
        // The guard decides which of the two a handler is given; the compiler cannot see that far.
        if (limit && actor && !byNetwork && counts(endpoint, request)) await limit(request, actor.userId);
        const call = createCall(actor, request, reply, options.secureCookies) as CallFor<typeof endpoint>;
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
  if (endpoint.guard === "admin" && actor.role !== "admin") throw new AppError("ERR.FORBIDDEN");
  if (endpoint.guard !== "signed-in" && !actor.mayWrite) throw new AppError("ERR.BLOCKED");
  return actor;
}

function counts({ limit }: Endpoint, request: FastifyRequest): boolean {
  return limit?.of !== "multipart" || request.isMultipart();
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

function createCall(
  actor: Actor | null,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): Call {
  return {
    actor,
    language: languageOf(request),
    ip: request.ip,
    prefersJson: (request.headers.accept ?? "").trimStart().startsWith("application/json"),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    readCookie: (name) => request.cookies[name],
    setCookie(name, value, lifetime, sameSite = "strict") {
      reply.setCookie(name, value, {
        path: "/",
        httpOnly: true,
        sameSite,
        secure,
        maxAge: lifetime,
      });
    },
  };
}

export function languageOf(request: FastifyRequest) {
  return chooseLanguage(request.cookies?.[languageCookie], request.headers["accept-language"]);
}

function checkAnswer(endpoint: Endpoint, answer: { data: unknown; meta?: unknown }): void {
  const data: unknown = JSON.parse(JSON.stringify(answer.data));
  const described = endpoint.data.parse(data);
  if (!isDeepStrictEqual(data, described)) {
    throw new Error(`${endpoint.method} ${endpoint.path} answers more than its contract says`);
  }
  endpoint.meta?.parse(answer.meta);
}
