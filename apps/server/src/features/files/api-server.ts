import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@tus/server";
import { AppError } from "../../kit/errors.ts";
import { languageOf } from "../../kit/http/request-call.ts";
import type { Caller } from "./tus.ts";

/** The reason for a refusal of tus itself, by its status. */
function reasonOf(status: number): AppError {
  if (status === 404 || status === 410) return new AppError("ERR.NOT_FOUND");
  return new AppError(status >= 500 ? "ERR.INTERNAL" : "ERR.MALFORMED");
}

type Written = Parameters<Server["write"]>;

/**
 * A tus server whose refusals have the shape of every error of the API: tus answers in plain text. The status
 * stays as it is, because tus's client library depends on it.
 */
export class ApiServer extends Server {
  readonly #callers = new AsyncLocalStorage<Caller>();
  readonly #callerOf: (raw: unknown) => Caller;

  constructor(callerOf: (raw: unknown) => Caller, options: ConstructorParameters<typeof Server>[0]) {
    super(options);
    this.#callerOf = callerOf;
  }

  override handle(raw: IncomingMessage, answer: ServerResponse): Promise<void> {
    return this.#callers.run(this.#callerOf(raw), () => super.handle(raw, answer));
  }

  /** Only refusals are written here. */
  override async write(context: Written[0], headers: Written[1], status: number, body?: string) {
    const caller = this.#callers.getStore();
    if (!caller || status < 400) return super.write(context, headers, status, body);
    const { request, refusal = reasonOf(status) } = caller;
    headers.set("content-type", "application/json; charset=utf-8");
    if (refusal.retryAfter !== undefined) headers.set("retry-after", String(refusal.retryAfter));
    return super.write(context, headers, status, JSON.stringify(refusal.body(languageOf(request))));
  }
}
