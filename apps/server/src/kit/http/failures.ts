import { fieldTexts } from "@kakehashi/contract/kit/validation";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOutage } from "../db/outage.ts";
import { AppError } from "../errors.ts";
import { languageOf } from "./request-call.ts";
import { InputError } from "./route.ts";

const frameworkCodes: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError("ERR.MALFORMED"),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError("ERR.MALFORMED"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError("ERR.MALFORMED"),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError("ERR.TOO_LARGE"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError("ERR.MEDIA_TYPE"),
  FST_REQ_FILE_TOO_LARGE: new AppError("FILE.TOO_LARGE"),
  FST_FILES_LIMIT: new AppError("FILE.TOO_MANY"),
  FST_FIELDS_LIMIT: new AppError("ERR.TOO_LARGE"),
  FST_PARTS_LIMIT: new AppError("ERR.TOO_LARGE"),
  FST_ERR_BAD_URL: new AppError("ERR.MALFORMED"),
  // Longer than any id.
  FST_ERR_MAX_PARAM_LENGTH: new AppError("ERR.NOT_FOUND"),
};

/** The disk, the quota or the storage provider has no room, said by the error or by what caused it. */
function isStorageFull(error: Error): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")) return true;
    // What MinIO and others say when their disks are full.
    if (cause.name === "XMinioStorageFull" || cause.name === "InsufficientStorage") return true;
  }
  return false;
}

/**
 * Data exceptions that say: this value cannot be kept. Too long a text, a number or a moment out of range, none at all,
 * an offset past 15:59. Others of their class (a division by zero) are nothing that a caller could put right.
 */
const refusedValues = new Set(["22001", "22003", "22007", "22008", "22009", "22P02", "22P03"]);

/** A value that the contract should have refused, by its field. */
function isRefusedValue(error: Error): boolean {
  return "code" in error && refusedValues.has(String(error.code));
}

export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = frameworkCodes[code];
  if (known) return known;
  if (isStorageFull(error)) return new AppError("FILE.NO_SPACE");
  // "Disk full", said by the database.
  if (code === "53100") return new AppError("ERR.NO_SPACE");
  // "Character not in repertoire" and "untranslatable character": a NUL, which no person types, in a text or in JSON.
  if (code === "22021" || code === "22P05") return new AppError("ERR.MALFORMED");
  if (isRefusedValue(error)) return new AppError("ERR.INPUT");
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new AppError("ERR.MALFORMED");
  return new AppError(isOutage(error) ? "ERR.UNAVAILABLE" : "ERR.INTERNAL");
}

/** Also for the errors that the framework meets before any route: its `frameworkErrors`. */
export function answer(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = languageOf(request);
  if (error instanceof InputError) {
    const body = new AppError("ERR.INPUT").body(language);
    body.error.fields = fieldTexts(error.issues, language);
    return reply.code(422).send(body);
  }
  const appError = toAppError(error);
  if (appError.status >= 500 || isRefusedValue(error)) request.log.error({ err: error }, "request failed");
  if (appError.retryAfter !== undefined) reply.header("retry-after", appError.retryAfter);
  if (appError.code === "ERR.UNAVAILABLE") reply.header("retry-after", 1);
  return reply.code(appError.status).send(appError.body(language));
}

/** The one place where errors become answers. A stack goes to the log, never to the caller. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new AppError("ERR.NOT_FOUND"), request, reply));
}
