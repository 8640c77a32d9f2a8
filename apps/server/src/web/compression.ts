import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type ContentCoding = "br" | "gzip" | "identity";

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/**
 * Matches the name of an encoding in an `Accept-Encoding` header. Does not match if the encoding has the quality 0,
 * which excludes it.
 */
const acceptsBrotli = /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i;
const acceptsGzip = /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i;

/** Returns the best encoding that the browser accepts for a response of this type and size. */
export function encodingFor(
  acceptedEncodings: string | undefined,
  type: string,
  size: number,
): ContentCoding {
  if (size < 1024 || !/^(?:text\/|application\/(?:json|xml|rss|atom|manifest)|image\/svg)/.test(type))
    return "identity";
  if (acceptsBrotli.test(acceptedEncodings ?? "")) return "br";
  return acceptsGzip.test(acceptedEncodings ?? "") ? "gzip" : "identity";
}

/**
 * The base-2 logarithm of the size of brotli's window: the window has 256 kB, twice the longest page. A larger window
 * takes more memory and compresses no better.
 */
const brotliWindowBits = 18;

/** Brotli's quality (0 to 11) for a body that is compressed once and sent often. */
const cachedBodyBrotliQuality = 9;

/**
 * Returns a function that compresses a cached body. Each encoding is computed when it is first requested, and then
 * kept.
 */
export function createCachedEncoder(body: Buffer): (encoding: ContentCoding) => Promise<Buffer> {
  const bodiesByEncoding = new Map<ContentCoding, Promise<Buffer>>();
  return (encoding) => {
    const form = bodiesByEncoding.get(encoding) ?? compressBody(body, encoding, cachedBodyBrotliQuality);
    bodiesByEncoding.set(encoding, form);
    return form;
  };
}

/**
 * Compresses a response body. `quality` is brotli's quality from 0 to 11. It is low for a body that is sent once, and
 * high for a cached body.
 */
export async function compressBody(body: Buffer, encoding: ContentCoding, quality: number): Promise<Buffer> {
  if (encoding === "br")
    return compressWithBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
  return encoding === "gzip" ? compressWithGzip(body) : body;
}
