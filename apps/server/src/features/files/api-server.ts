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
  /** The id of the upload that this request continues; the caller owns it. Null if the request starts a new upload. */
  uploadId: string | null;
  createdUploadId?: string;
  /** The error to send in place of the tus library's error, which does not say the reason. */
  refusal?: AppError;
}

/**
 * Reads the names of the wrong headers, such as `Upload-Length`, from the error text of the tus library. The library
 * gives the names only in texts such as "Invalid upload-length" or "Tus-Resumable Required".
 */
function findWrongHeaders(refusalText: string): string[] {
  const names = /^(?:Invalid ([a-z -]+)|([a-z-]+) Required)\n$/i.exec(refusalText);
  return (names?.[1] ?? names?.[2] ?? "")
    .split(" ")
    .filter((name) => name !== "")
    .map((name) => name.replaceAll(/\b[a-z]/g, (firstLetter) => firstLetter.toUpperCase()));
}

/** Converts an error of the tus library, with its HTTP status and text, to an error of the API. */
function toApiError(status: number, refusalText: string): AppError {
  if (status === 404 || status === 410) return new AppError("ERR.NOT_FOUND");
  if (status >= 500) return new AppError("ERR.INTERNAL");
  const fields = Object.fromEntries(findWrongHeaders(refusalText).map((name) => [name, "type" as const]));
  return new AppError("ERR.MALFORMED", Object.keys(fields).length > 0 ? { fields } : {});
}

type TusWriteArguments = Parameters<Server["write"]>;

/**
 * A tus server that sends errors as JSON, like all errors of the API. The tus library alone would send plain text. The
 * HTTP status of the tus library is kept, because tus clients depend on it.
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

  override handle(rawRequest: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#currentCaller.run(this.#callerOf(rawRequest), () => super.handle(rawRequest, response));
  }

  /** Sends errors of the tus library as JSON. Other responses of the library are sent unchanged. */
  override async write(
    context: TusWriteArguments[0],
    headers: TusWriteArguments[1],
    status: number,
    body?: string,
  ) {
    const tusCaller = this.#currentCaller.getStore();
    if (!tusCaller || status < 400) return super.write(context, headers, status, body);
    const { request, refusal = toApiError(status, body ?? "") } = tusCaller;
    headers.set("content-type", "application/json; charset=utf-8");
    if (refusal.retryAfter !== undefined) headers.set("retry-after", String(refusal.retryAfter));
    return super.write(context, headers, status, JSON.stringify(refusal.body(languageOf(request))));
  }
}
