import { formatFieldErrors } from "@kakehashi/contract/kit/validation";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isTemporaryDatabaseError } from "../db/outage.ts";
import { AppError } from "../errors.ts";
import { InputError } from "./input.ts";
import { languageOf } from "./request-call.ts";

const errorsByFastifyCode: Readonly<Record<string, AppError>> = {
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
  // Fastify refuses a path parameter above its length limit. Ids are shorter, so no row has this id, and the response
  // is "not found".
  FST_ERR_MAX_PARAM_LENGTH: new AppError("ERR.NOT_FOUND"),
};

/** Whether an error, or one of its causes, says that the disk, the quota or the storage provider is full. */
function isStorageFull(error: Error): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")) return true;
    // The names of errors with which S3 services such as MinIO report a full disk.
    if (cause.name === "XMinioStorageFull" || cause.name === "InsufficientStorage") return true;
  }
  return false;
}

/**
 * PostgreSQL's error codes for a value that cannot be stored: too long, out of range, or not a valid number or time
 * (for example with a time zone offset above 15:59). Other codes of class 22, such as division by zero, are the
 * server's fault, not the client's.
 */
const refusedValueCodes = new Set(["22001", "22003", "22007", "22008", "22009", "22P02", "22P03"]);

/** Whether the database refused a value of the request. The contract should already have refused such a value. */
function isValueRefusedByDatabase(error: Error): boolean {
  return "code" in error && refusedValueCodes.has(String(error.code));
}

export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const errorOfFastifyCode = errorsByFastifyCode[code];
  if (errorOfFastifyCode) return errorOfFastifyCode;
  if (isStorageFull(error)) return new AppError("FILE.NO_SPACE");
  // PostgreSQL's error code for a full disk.
  if (code === "53100") return new AppError("ERR.NO_SPACE");
  // PostgreSQL's error codes "character not in repertoire" and "untranslatable character". They mean that the text or
  // JSON contains a NUL, which no person types.
  if (code === "22021" || code === "22P05") return new AppError("ERR.MALFORMED");
  if (isValueRefusedByDatabase(error)) return new AppError("ERR.INPUT");
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new AppError("ERR.MALFORMED");
  return new AppError(isTemporaryDatabaseError(error) ? "ERR.UNAVAILABLE" : "ERR.INTERNAL");
}

/**
 * Sends the response for an error. Fastify also calls this function as `frameworkErrors`, for errors before a route is
 * found.
 */
export function sendFailure(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = languageOf(request);
  if (error instanceof InputError) {
    const body = new AppError("ERR.INPUT").body(language);
    body.error.fields = formatFieldErrors(error.issues, language);
    return reply.code(422).send(body);
  }
  const appError = toAppError(error);
  if (appError.status >= 500 || isValueRefusedByDatabase(error))
    request.log.error({ err: error }, "request failed");
  if (appError.retryAfter !== undefined) reply.header("retry-after", appError.retryAfter);
  if (appError.code === "ERR.UNAVAILABLE") reply.header("retry-after", 1);
  // Fastify would close the connection at once. A client that is still sending would then lose the response. So the
  // rest of the body is read and dropped. `watchBodyProgress` limits how long this takes.
  if (appError.code === "ERR.TOO_LARGE") reply.removeHeader("connection");
  return reply.code(appError.status).send(appError.body(language));
}

/** Turns thrown errors into error responses, for the whole server. Stack traces go to the log, never to the client. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler((request, reply) => sendFailure(new AppError("ERR.NOT_FOUND"), request, reply));
}
