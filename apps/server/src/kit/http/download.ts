import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange } from "../storage/storage.ts";

/** An answer with bytes instead of JSON. */
export class Download {
  readonly content: DownloadContent;
  constructor(content: DownloadContent) {
    this.content = content;
  }
}

export interface DownloadContent {
  /** The entity tag: equal for equal bytes, different for different ones. */
  readonly etag: string;
  readonly type: string;
  /** The size in bytes. Null if it is unknown until the end; then there are no ranges. */
  readonly size: number | null;
  readonly name: string;
  /**
   * Whether a browser may show the content in the page. False: the browser saves it. True only for content
   * that cannot run in a page.
   */
  readonly inline: boolean;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * The policy of a file that is opened by its own address: it may do nothing. `sandbox` takes its origin
 * away, so an HTML file cannot read cookies or call the API.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** Sends a download: all of it, one range (RFC 9110 §14), or 304 if the caller already has it. */
export async function sendDownload(
  { content }: Download,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { etag, type, size, name, inline } = content;
  reply.headers({
    etag: `"${etag}"`,
    "content-type": type,
    "content-disposition": disposition(name, inline),
    "content-security-policy": policy,
    // Only pages of this site may embed it.
    "x-frame-options": "SAMEORIGIN",
    // The browser stores the file but asks the server each time. So a person who lost access to a file no
    // longer sees it (decision 25).
    "cache-control": "private, no-cache",
    vary: "cookie, authorization",
    ...(size !== null && { "accept-ranges": "bytes" }),
  });
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const requestedRange = size === null ? undefined : rangeOf(request, etag, size);
  if (requestedRange === "unsatisfiable") {
    reply.removeHeader("content-disposition");
    return reply.code(416).header("content-range", `bytes */${size}`).header("content-length", 0).send();
  }
  if (requestedRange) {
    reply.code(206).header("content-range", `bytes ${requestedRange.start}-${requestedRange.end}/${size}`);
    reply.header("content-length", requestedRange.end - requestedRange.start + 1);
  } else if (size !== null) reply.header("content-length", size);
  // With no body, Node would send a length of 0. An empty stream keeps the length of the headers.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return reply.send(await content.open(requestedRange));
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((part) => part.trim().replace(/^W\//, "") === `"${etag}"`);
}

function rangeOf(
  { headers }: FastifyRequest,
  etag: string,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== `"${etag}"`) return undefined;
  return parseRange(headers.range, size);
}

/**
 * The range that a `Range` header asks for, out of `size` bytes. Undefined means the whole: no header,
 * another unit, several ranges (which a server may ignore), or a malformed one.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const parts = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? "");
  if (!parts) return undefined;
  const [, from = "", to = ""] = parts;
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/** `Content-Disposition` with a name in any script (RFC 6266, RFC 8187) and an ASCII name for old clients. */
export function disposition(name: string, inline: boolean): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const isAscii = ascii === name;
  return `${inline ? "inline" : "attachment"}; filename="${ascii}"${isAscii ? "" : `; filename*=UTF-8''${encoded}`}`;
}
