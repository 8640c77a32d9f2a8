import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { languages } from "@kakehashi/contract/languages";
import { AppError } from "../errors.ts";

/**
 * Characters of an address with its query: as many as RFC 9110 asks every server to read. The longest of ours, a hundred
 * people by their ids, has half of it.
 */
export const longestAddress = 8_000;
/** Bytes of a request's first line and headers: several times the longest address, so that one too long is seen whole. */
export const maximumHeaders = 32 * 1024;
/** Milliseconds in which the answer must be read: a socket that is closed with something unread loses it. */
const patience = 1_000;

function refusalOf(code: string): AppError {
  return new AppError(code === "HPE_HEADER_OVERFLOW" ? "ERR.HEADERS_TOO_LARGE" : "ERR.MALFORMED");
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

/** Answers what Node could not read as a request; `packet` is the last that came, most often the only one. */
function answerTo(refusal: AppError, packet: unknown): string {
  const begin = Buffer.isBuffer(packet) ? packet.toString("latin1", 0, 64) : "";
  const asksApi = /^[A-Z]+ \/api[/? ]/.test(begin);
  const [type, body] = asksApi
    ? ["application/json", JSON.stringify(refusal.body("en"))]
    : ["text/html", pageOf(refusal)];
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "connection: close",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "content-security-policy: default-src 'none'; style-src 'unsafe-inline'",
    `content-type: ${type}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

/** Fastify's `clientErrorHandler`: for what came over a socket and is no request. */
export function answerClientError(
  error: { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
): void {
  // What follows the first fault fails as well.
  if (socket.writableEnded || socket.destroyed) return;
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), patience);
  socket.once("close", () => clearTimeout(timer));
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  else socket.end(answerTo(refusalOf(error.code ?? ""), error.rawPacket));
}
