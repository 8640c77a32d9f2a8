import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { languages } from "@kakehashi/contract/languages";
import { AppError } from "../errors.ts";
import { securityLines } from "./security-headers.ts";

/**
 * Characters of an address with its query: as many as RFC 9110 asks every server to read. The longest of ours, a hundred
 * people by their ids, has half of it.
 */
export const maximumAddressLength = 8_000;
/** Bytes of a request's first line and headers: several times the longest address, so that one too long is seen whole. */
export const maximumHeaderBytes = 32 * 1024;
/** Milliseconds in which the answer must be read: a socket that is closed with something unread loses it. */
const lingerMs = 1_000;

/** The newest answer of each connection; its request says which path a broken body belongs to. */
const answers = new WeakMap<Socket, ServerResponse<IncomingMessage>>();

/** Remembers what each connection of this server asked for last, for `answerClientError`. */
export function followAnswers(server: Server): void {
  server.on("request", (request: IncomingMessage, response: ServerResponse<IncomingMessage>) =>
    answers.set(request.socket, response),
  );
}

function refusalOf(code: string | undefined): AppError {
  if (code === "HPE_HEADER_OVERFLOW") return new AppError("ERR.HEADERS_TOO_LARGE");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new AppError("ERR.TOO_LARGE");
  return new AppError(code === "ERR_HTTP_REQUEST_TIMEOUT" ? "ERR.TIMEOUT" : "ERR.MALFORMED");
}

const apiAddress = /^(?:https?:\/\/[^/]{0,255})?\/api(?:[/?#]|$)/i;

/** Whether the first line that came, however malformed, names an address of the API: `get  /api/x`, `POST http://host/api/x`. */
function namesApi(packet: Buffer): boolean {
  const [line = ""] = packet.toString("latin1", 0, 1024).trimStart().split("\n", 1);
  // The method may be missing.
  return line.split(/\s+/).some((word) => apiAddress.test(word));
}

/** Whether a packet begins with the first line of a request, and not in the middle of its headers. */
function beginsRequest(packet: Buffer): boolean {
  return /^\s*[a-z-]+\s+(?:\/|\*|http)/i.test(packet.toString("latin1", 0, 1024));
}

/** Whether to answer in the shape of the API's errors. Where no address was seen, programs are answered: people see it rarely. */
function asksApi(unfinished: IncomingMessage | undefined, { code, rawPacket }: ClientError): boolean {
  if (unfinished) return /^\/api(?:[/?]|$)/.test(unfinished.url ?? "");
  if (!Buffer.isBuffer(rawPacket) || namesApi(rawPacket)) return true;
  // Too long headers come in several packets, and the first line is in none but the first.
  return code === "HPE_HEADER_OVERFLOW" && !beginsRequest(rawPacket);
}

/** In all languages: which is the reader's stands in headers that were not read. */
function pageOf(refusal: AppError): string {
  const words = languages.map(
    (language) => `<p lang="${language}">${refusal.body(language).error.message}</p>`,
  );
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light dark"><title>${refusal.status} · Kakehashi</title>\
<style>body{font:1.125rem/1.6 system-ui,sans-serif;max-width:30rem;margin:15vh auto;padding:0 20px}</style>\
<main><h1>${refusal.status}</h1>${words.join("")}</main></html>`;
}

/** A whole answer, for what Node could not read as a request. */
function rawAnswer(refusal: AppError, inJson: boolean, lines: readonly string[]): string {
  const [type, body] = inJson
    ? ["application/json", JSON.stringify(refusal.body("en"))]
    : ["text/html", pageOf(refusal)];
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "connection: close",
    "cache-control: no-store",
    ...lines,
    `content-type: ${type}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

interface ClientError extends Partial<Error> {
  readonly code?: string;
  /** The last packet that came, most often the only one. */
  readonly rawPacket?: unknown;
}

/** Fastify's `clientErrorHandler`: for what came over a socket and is no request, or did not come in time. */
export function clientErrorAnswers(publicUrl: string): (error: ClientError, socket: Socket) => void {
  const lines = securityLines(publicUrl).map((line) =>
    // The page of a refusal brings its own few styles.
    line.replace("default-src 'none'", "default-src 'none'; style-src 'unsafe-inline'"),
  );
  return (error, socket) => answerClientError(error, socket, lines);
}

function answerClientError(error: ClientError, socket: Socket, lines: readonly string[]): void {
  // What follows the first fault fails as well.
  if (socket.writableEnded || socket.destroyed) return;
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const answer = answers.get(socket);
  const unfinished = answer?.req.complete === false ? answer : undefined;
  // Its answer is on the way, or sent: another would be taken for the answer to something else.
  if (unfinished?.headersSent) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
  socket.end(rawAnswer(refusalOf(error.code), asksApi(unfinished?.req, error), lines));
}
