import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@tus/server";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { languageOf } from "../../kit/http/request-call.ts";

export interface TusCaller {
  actor: Actor;
  request: FastifyRequest;
  /** The id of the existing upload that this request continues. The caller owns this upload. Null for a new upload. */
  uploadId: string | null;
  /** The id of the upload that this request creates. */
  createdUploadId?: string;
  /** The error to answer with. Set only if the tus library's own error does not say the reason. */
  refusal?: AppError;
}

/**
 * Reads the wrong header names, such as `Upload-Length`, from the tus library's error text. The library writes them
 * only there: "Invalid upload-length" or "Tus-Resumable Required".
 */
function wrongHeadersIn(refusalText: string): string[] {
  const names = /^(?:Invalid ([a-z -]+)|([a-z-]+) Required)\n$/i.exec(refusalText);
  return (names?.[1] ?? names?.[2] ?? "")
    .split(" ")
    .filter((name) => name !== "")
    .map((name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()));
}

/** Converts a refusal by the tus library, with its HTTP status and text, to an error of the API. */
function apiErrorOf(status: number, refusalText: string): AppError {
  if (status === 404 || status === 410) return new AppError("ERR.NOT_FOUND");
  if (status >= 500) return new AppError("ERR.INTERNAL");
  const fields = Object.fromEntries(wrongHeadersIn(refusalText).map((name) => [name, "type" as const]));
  return new AppError("ERR.MALFORMED", Object.keys(fields).length > 0 ? { fields } : {});
}

type TusWriteArguments = Parameters<Server["write"]>;

/**
 * Creates a tus server whose errors have the same JSON shape as all errors of the API. The tus library itself answers
 * in plain text. The library's HTTP status stays, because tus clients depend on it.
 */
export class TusApiServer extends Server {
  readonly #currentCaller = new AsyncLocalStorage<TusCaller>();
  readonly #callerOf: (rawRequest: unknown) => TusCaller;

  constructor(
    callerOf: (rawRequest: unknown) => TusCaller,
    options: ConstructorParameters<typeof Server>[0],
  ) {
    super(options);
    this.#callerOf = callerOf;
  }

  override handle(rawRequest: IncomingMessage, answer: ServerResponse): Promise<void> {
    return this.#currentCaller.run(this.#callerOf(rawRequest), () => super.handle(rawRequest, answer));
  }

  /** Writes errors of the tus library as JSON. All other answers of the library stay unchanged. */
  override async write(
    context: TusWriteArguments[0],
    headers: TusWriteArguments[1],
    status: number,
    body?: string,
  ) {
    const caller = this.#currentCaller.getStore();
    if (!caller || status < 400) return super.write(context, headers, status, body);
    const { request, refusal = apiErrorOf(status, body ?? "") } = caller;
    headers.set("content-type", "application/json; charset=utf-8");
    if (refusal.retryAfter !== undefined) headers.set("retry-after", String(refusal.retryAfter));
    return super.write(context, headers, status, JSON.stringify(refusal.body(languageOf(request))));
  }
}
