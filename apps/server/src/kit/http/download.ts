import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange } from "../storage/storage.ts";

/** A response with bytes instead of JSON. */
export class DownloadAnswer {
  readonly content: DownloadContent;
  constructor(content: DownloadContent) {
    this.content = content;
  }
}

export interface DownloadContent {
  /** The ETag of the file. It is equal for equal bytes and different for different bytes. */
  readonly etag: string;
  readonly type: string;
  /** The size in bytes. Null: unknown until the end of the content, so range requests are ignored. */
  readonly size: number | null;
  readonly name: string;
  /**
   * Whether a browser may show the content in the page. True only for content that cannot run scripts. If false, the
   * browser saves the content as a file.
   */
  readonly inline: boolean;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * The Content-Security-Policy for a file that is opened by its own URL. It blocks all scripts and requests. `sandbox`
 * removes the file's origin, so an HTML file cannot read cookies or use the API.
 */
const fileContentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/**
 * Sends a file: the whole file, one range of it (RFC 9110 §14), or the status 304 if the client already has the same
 * bytes.
 */
export async function sendDownload(
  { content }: DownloadAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { etag, type, size, name, inline } = content;
  reply.headers({
    etag: `"${etag}"`,
    "content-type": type,
    "content-disposition": buildContentDisposition(name, inline),
    "content-security-policy": fileContentSecurityPolicy,
    // Only pages of this site may show the file in a frame.
    "x-frame-options": "SAMEORIGIN",
    // The browser stores the file, but must ask the server before each use. So a person who is no longer allowed to
    // read a file cannot open it any more (docs/decisions, number 25).
    "cache-control": "private, no-cache",
    vary: "cookie, authorization",
    ...(size !== null && { "accept-ranges": "bytes" }),
  });
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const requestedRange = size === null ? undefined : requestedRangeOf(request, etag, size);
  if (requestedRange === "unsatisfiable") {
    reply.removeHeader("content-disposition");
    return reply.code(416).header("content-range", `bytes */${size}`).header("content-length", 0).send();
  }
  if (requestedRange) {
    reply.code(206).header("content-range", `bytes ${requestedRange.start}-${requestedRange.end}/${size}`);
    reply.header("content-length", requestedRange.end - requestedRange.start + 1);
  } else if (size !== null) reply.header("content-length", size);
  // Without a body Fastify would send `Content-Length: 0` for HEAD. An empty stream keeps the file's length in the
  // headers.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return reply.send(await content.open(requestedRange));
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((etagText) => etagText.trim().replace(/^W\//, "") === `"${etag}"`);
}

function requestedRangeOf(
  { headers }: FastifyRequest,
  etag: string,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== `"${etag}"`) return undefined;
  return parseRange(headers.range, size);
}

/**
 * Parses a `Range` header for a file of `size` bytes. Undefined means the whole file: there is no header, it is
 * malformed, or it has another unit or several ranges (which a server may ignore).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const rangeParts = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? "");
  if (!rangeParts) return undefined;
  const [, startText = "", to = ""] = rangeParts;
  if (startText === "" && to === "") return undefined;
  if (startText === "") {
    const suffixLength = Math.min(Number(to), size);
    return suffixLength === 0 ? "unsatisfiable" : { start: size - suffixLength, end: size - 1 };
  }
  const startByte = Number(startText);
  if (to !== "" && Number(to) < startByte) return undefined;
  if (startByte >= size) return "unsatisfiable";
  return { start: startByte, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/**
 * Builds a `Content-Disposition` header with a file name in any script (RFC 6266, RFC 8187), and an ASCII name for old
 * browsers. The name contains no slashes, because some programs would read them as folders.
 */
export function buildContentDisposition(title: string, inline: boolean): string {
  const name = title.replace(/[/\\]/g, "_");
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const isAsciiName = asciiName === name;
  return `${inline ? "inline" : "attachment"}; filename="${asciiName}"${isAsciiName ? "" : `; filename*=UTF-8''${encodedName}`}`;
}
