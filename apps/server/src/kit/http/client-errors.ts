import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { languages } from "@kakehashi/contract/languages";
import { AppError } from "../errors.ts";
import { createSecurityHeaderLines } from "./security-headers.ts";

/**
 * Maximum characters of a URL with its query. RFC 9110 asks every server to accept this many. The longest URL of this
 * API has half as many, with a hundred people's ids.
 */
export const maximumUrlLength = 8_000;
/**
 * Maximum bytes of a request's first line and headers. This is several times the longest URL, so the server can read a
 * URL that is too long completely and send a clear error.
 */
export const maximumHeaderBytes = 32 * 1024;
/**
 * Milliseconds that the client has to read the error response. Closing a socket with unread data would destroy the
 * response.
 */
const answerReadTimeoutMs = 1_000;

/**
 * The socket property that contains the newest response on the connection. If the rest of a request body is malformed,
 * the response still knows the URL of the request. A WeakMap would be slower, because every request would change it,
 * and each garbage collection would have to process it.
 */
const newestAnswerKey = Symbol("newest answer");
type SocketWithAnswer = Socket & { [newestAnswerKey]?: ServerResponse<IncomingMessage> };

/** Remembers the newest response on each connection, for `createBrokenRequestHandler`. */
export function rememberNewestAnswerOfSockets(server: Server): void {
  server.on("request", (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => {
    (request.socket as SocketWithAnswer)[newestAnswerKey] = response;
  });
}

function errorForParserCode(code: string | undefined): AppError {
  if (code === "HPE_HEADER_OVERFLOW") return new AppError("ERR.HEADERS_TOO_LARGE");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new AppError("ERR.TOO_LARGE");
  return new AppError(code === "ERR_HTTP_REQUEST_TIMEOUT" ? "ERR.TIMEOUT" : "ERR.MALFORMED");
}

const apiUrlPattern = /^(?:https?:\/\/[^/]{0,255})?\/api(?:[/?#]|$)/i;

/**
 * Whether the first line of a request, even if malformed, contains an API URL: `get /api/x`, `POST http://host/api/x`.
 */
function firstLineNamesApi(packet: Buffer): boolean {
  const [line = ""] = packet.toString("latin1", 0, 1024).trimStart().split("\n", 1);
  // Searches all words of the line for an API URL, because the HTTP method may be missing.
  return line.split(/\s+/).some((word) => apiUrlPattern.test(word));
}

/**
 * Whether a packet begins with the first line of a request. Otherwise the packet starts in the middle of the headers.
 */
function beginsRequest(packet: Buffer): boolean {
  return /^\s*[a-z-]+\s+(?:\/|\*|http)/i.test(packet.toString("latin1", 0, 1024));
}

export const isApiRequest = ({ url }: IncomingMessage): boolean => /^\/api(?:[/?]|$)/.test(url ?? "");

/**
 * Whether to send the error as JSON, as the API does, and not as an HTML page. True if the URL is unknown, because web
 * browsers rarely send malformed requests.
 */
function expectsApiError(
  unfinishedRequest: IncomingMessage | undefined,
  { code, rawPacket }: ClientError,
): boolean {
  if (unfinishedRequest) return isApiRequest(unfinishedRequest);
  if (!Buffer.isBuffer(rawPacket) || firstLineNamesApi(rawPacket)) return true;
  // If the headers exceed the size limit, they arrive in several packets. Only the first packet contains the first line
  // of the request.
  return code === "HPE_HEADER_OVERFLOW" && !beginsRequest(rawPacket);
}

/** The error page is in all languages, because the server has not parsed the `Accept-Language` header. */
function buildErrorPage(refusal: AppError): string {
  const messages = languages.map(
    (language) => `<p lang="${language}">${refusal.body(language).error.message}</p>`,
  );
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light dark"><title>${refusal.status} · Kakehashi</title>\
<style>body{font:1.125rem/1.6 system-ui,sans-serif;max-width:30rem;margin:15vh auto;padding:0 20px}</style>\
<main><h1>${refusal.status}</h1>${messages.join("")}</main></html>`;
}

/** Builds a complete HTTP response, for bytes that Node could not parse as a request, and for refused upgrades. */
export function buildRawResponse(refusal: AppError, isJson: boolean, headerLines: readonly string[]): string {
  const [type, body] = isJson
    ? ["application/json", JSON.stringify(refusal.body("en"))]
    : ["text/html", buildErrorPage(refusal)];
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "connection: close",
    "cache-control: no-store",
    ...headerLines,
    `content-type: ${type}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

interface ClientError extends Partial<Error> {
  readonly code?: string;
  /** The last packet that arrived on the connection. Most malformed requests have only one packet. */
  readonly rawPacket?: unknown;
}

/**
 * The HTTP headers of an error page that is written to the socket directly. They allow inline styles, which the page
 * needs.
 */
export const createErrorPageHeaders = (publicUrl: string): string[] =>
  createSecurityHeaderLines(publicUrl).map((line) =>
    line.replace("default-src 'none'", "default-src 'none'; style-src 'unsafe-inline'"),
  );

/**
 * Returns Fastify's `clientErrorHandler`. It responds to bytes that are not a request, and to requests that did not
 * arrive in time.
 */
export function createBrokenRequestHandler(publicUrl: string): (error: ClientError, socket: Socket) => void {
  const lines = createErrorPageHeaders(publicUrl);
  return (error, socket) => answerClientError(error, socket, lines);
}

function answerClientError(error: ClientError, socket: Socket, headerLines: readonly string[]): void {
  // The first error of this socket is already handled, so further errors are ignored.
  if (socket.writableEnded || socket.destroyed) return;
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const newestResponse = (socket as SocketWithAnswer)[newestAnswerKey];
  const unfinishedResponse = newestResponse?.req.complete === false ? newestResponse : undefined;
  // The server has already begun a response on this connection. If it sent a second one, the client would take it as
  // the response to its next request.
  if (unfinishedResponse?.headersSent) return void socket.destroy();
  const readTimer = setTimeout(() => socket.destroy(), answerReadTimeoutMs);
  socket.once("close", () => clearTimeout(readTimer));
  socket.end(
    buildRawResponse(
      errorForParserCode(error.code),
      expectsApiError(unfinishedResponse?.req, error),
      headerLines,
    ),
  );
}
